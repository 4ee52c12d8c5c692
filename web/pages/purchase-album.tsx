import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Album, Event, UserFoundAlbum } from '#contract/entities/album.ts';
import { AlbumCover } from '#web/components/album-cover.tsx';
import { AlbumLines } from '#web/components/album-lines.tsx';
import { buttonStyle } from '#web/components/button.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { Photo } from '#web/components/photo.tsx';
import { Trans } from '#web/components/trans.tsx';
import { publicAlbumQuery } from '#web/features/catalogue/catalogue.query.ts';
import { DownloadPurchase } from '#web/features/downloads/download-purchase.tsx';
import { findMyAlbum, myAlbumsQuery } from '#web/features/found-albums/my-albums.query.ts';
import { PurchaseDone } from '#web/features/orders/purchase-done.tsx';
import { PurchasePanel } from '#web/features/orders/purchase-panel.tsx';
import { GymShare } from '#web/features/payees/gym-share.tsx';
import { teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths, usePathParams } from '#web/lib/navigation.tsx';
import { purchaseSearch, useSearchState } from '#web/lib/search-params.ts';
import { siteQuery } from '#web/lib/site.query.ts';
import { wantAlbum } from '#web/lib/wanted-album.ts';
import { AlbumNotLoaded } from './album-missing.tsx';
import { boughtParts } from './bought-parts.tsx';
import { listChoices } from './list-choices.ts';
import { useBuyingAddress } from './use-buying-address.ts';

export function PurchaseAlbumPage() {
  const { albumUuid } = usePathParams('/purchaseAlbum/:albumUuid');
  const album = useQuery(publicAlbumQuery(albumUuid));
  const mine = useQuery(myAlbumsQuery);
  const event = album.data?.events[0];
  if (!album.data || !event || mine.isPending) return <AlbumNotLoaded query={album} />;
  return <PurchasableAlbum album={album.data} event={event} found={findMyAlbum(mine.data, album.data.id)} />;
}

type PurchasableAlbumProps = { album: Album; event: Event; found: UserFoundAlbum | undefined };

function PurchasableAlbum({ album, event, found }: PurchasableAlbumProps) {
  // Someone who comes from a photo of their athlete has already seen it.
  const facial = useSearchState(purchaseSearch).search.facial === 'true';
  const { data: site } = useQuery(siteQuery);
  const address = useBuyingAddress({ isPage: true });
  // A live event may report the purchase before the answer to the payment does.
  const [isOwned, setIsOwned] = useState(found?.owned ?? false);
  const closeDone = () => {
    setIsOwned(found?.owned ?? false);
    address.close();
  };
  // The customer's own entry has the cover and its token.
  const shown = found ? { ...album, cover: found.album.cover, cover_auth: found.album.cover_auth } : album;
  const choices = listChoices({
    album: shown,
    images: [],
    photoId: undefined,
    favorites: [],
    athletes: [],
    ownedImages: new Set(),
  });
  const isUnviewed = !facial && !found?.user_album_views.length;
  const blocked =
    album.images_count === 0 ? (
      <p className="text-ink-2">{i18n.t('The photos of this performance aren’t up yet.')}</p>
    ) : isUnviewed ? (
      <ViewFirst album={album} event={event} />
    ) : null;
  return (
    <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-6 py-6 desk:max-w-[1120px] desk:gap-8 desk:py-12">
      <PageHeading title={i18n.t('Purchase album')} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 desk:grid-cols-[minmax(0,1fr)_440px] desk:grid-rows-[auto_1fr] desk:gap-10">
        <section aria-labelledby="what-you-get" className="grid gap-4 desk:gap-5">
          <AlbumCover album={shown} isEager deskWidth="min(680px, 60vw)" />
          <div className="text-15 leading-[1.45] text-ink-2">
            <h2 id="what-you-get" className="text-22 leading-tight font-[750] tracking-[-0.02em] text-ink">
              {teamName(album)}
            </h2>
            <AlbumLines album={album} event={event} />
            <GymShare albumId={album.id} />
          </div>
        </section>
        <div className="desk:sticky desk:top-[112px] desk:row-span-2">
          <section
            aria-label={i18n.t('Price')}
            className="grid gap-4 rounded-sheet border border-line bg-surface p-5 desk:p-7"
          >
            {address.paidOrder !== undefined ? (
              <PurchaseDone orderKey={address.paidOrder} parts={boughtParts} onClose={closeDone} />
            ) : isOwned ? (
              <Owned album={shown} />
            ) : (
              (blocked ?? (
                <PurchasePanel
                  album={shown}
                  choices={choices}
                  chosenKey={address.choice}
                  onChoose={address.choose}
                  imageOf={({ picture }) =>
                    picture && (
                      <Photo
                        albumUuid={album.uuid}
                        image={picture}
                        token={shown.cover_auth}
                        className="size-full"
                      />
                    )
                  }
                  facial={facial}
                  onPaid={({ order_key }) => address.showDone(order_key)}
                />
              ))
            )}
          </section>
        </div>
        <ul className="grid gap-2 text-15">
          <Benefit>
            <Trans
              id="{count, plural, one {<b>The one photo</b>} other {<b>All # photos</b>}} of this performance"
              values={{ count: album.images_count }}
              components={{ b: <b /> }}
            />
          </Benefit>
          <Benefit>{i18n.t('Full size, no watermark, yours to print and share')}</Benefit>
          <Benefit>
            {site
              ? i18n.t('Download {count, plural, one {# time} other {up to # times}}, on any device', {
                  count: site.download_limit,
                })
              : i18n.t('Download on any device')}
          </Benefit>
        </ul>
      </div>
    </div>
  );
}

function Benefit({ children }: { children: ReactNode }) {
  return (
    <li className="flex items-start gap-2.5">
      <Check size={20} strokeWidth={2.2} className="mt-px flex-none text-ok" />
      <span>{children}</span>
    </li>
  );
}

function ViewFirst({ album, event }: { album: Album; event: Event }) {
  return (
    <div className="grid gap-2">
      <button type="button" disabled className={`${buttonStyle('buy')} h-[54px]!`}>
        {i18n.t('View Before Purchasing')}
      </button>
      <p className="text-center text-14 text-ink-2">{i18n.t('Open the album once, then you can buy it.')}</p>
      <Link
        to={paths.eventAlbum(event.id, album.id)}
        onClick={() => wantAlbum(album.id)}
        className={`${buttonStyle()} h-[50px]!`}
      >
        {i18n.t('View Album')}
      </Link>
    </div>
  );
}

function Owned({ album }: { album: Album }) {
  return (
    <>
      <p className="flex items-center gap-2 text-18 font-bold text-ok">
        <Check size={22} strokeWidth={2.2} />
        {i18n.t('Already Purchased')}
      </p>
      <div className="grid gap-2">
        <DownloadPurchase items={[{ album, image: null }]} />
        <Link to={paths.userAlbum(album.id)} className={`${buttonStyle('line')} h-[50px]!`}>
          {i18n.t('View Album')}
        </Link>
      </div>
    </>
  );
}
