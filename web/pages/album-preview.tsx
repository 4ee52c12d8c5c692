import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { albumAdministrationEndpoints } from '#contract/endpoints/album-administration.ts';
import type { Image, UserFoundAlbum } from '#contract/entities/album.ts';
import { VIEW_MINUTES } from '#contract/rules/albums.ts';
import { formatCents } from '#contract/rules/money.ts';
import { albumPriceOf, pricesAt } from '#contract/rules/pricing.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { BuyBar } from '#web/components/buy-bar.tsx';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { Loading, QueryState } from '#web/components/states.tsx';
import { Fullscreen, ViewerBar } from '#web/components/viewer-bar.tsx';
import { PreviewBar, usePreviewState } from '#web/features/admin-albums/preview-bar.tsx';
import { albumPreviewQuery } from '#web/features/admin-albums/staff-catalogue.query.ts';
import { AlbumDoor } from '#web/features/found-albums/album-door.tsx';
import { AlbumIntro } from '#web/features/found-albums/album-intro.tsx';
import { AlbumGallery } from '#web/features/images/album-gallery.tsx';
import { paymentSettingsQuery } from '#web/features/orders/payment-settings.tsx';
import { teamName } from '#web/lib/formats.ts';
import { paths } from '#web/lib/navigation.tsx';
import { AlbumMissing } from './album-missing.tsx';

type Preview = ResponseOf<typeof albumAdministrationEndpoints.previewAlbum>;

/** Favorites in a preview belong to nobody. */
const NOBODY = -1;

/** Shows staff the viewer as a customer sees it; nothing here costs or changes anything. */
export function AlbumPreview({ albumId }: { albumId: number }) {
  const preview = useQuery(albumPreviewQuery(albumId));
  const back = { to: paths.adminAlbums, label: 'Albums' };
  return (
    <Fullscreen>
      <div className="[--viewer-top:88px] desk:[--viewer-top:44px]">
        <PreviewBar albumId={albumId} isPublished={preview.data && preview.data.published_at !== null} />
        <QueryState query={preview} loading={<Loading />} missing={<AlbumMissing />}>
          {(loaded) => <PreviewedAlbum preview={loaded} back={back} />}
        </QueryState>
      </div>
    </Fullscreen>
  );
}

function asFound(
  { images: _images, events, ...preview }: Preview,
  views: number,
): UserFoundAlbum | undefined {
  const [event] = events;
  const now = new Date().toISOString();
  const before = new Date(Date.now() - VIEW_MINUTES * 60_000).toISOString();
  return (
    event && {
      id: preview.id,
      album: preview,
      event,
      user_album_views: Array.from({ length: views }, (_, index) => ({ id: index + 1, created_at: before })),
      views_allowed: preview.views_allowed,
      owned: false,
      bought_images: 0,
      found_at: now,
      published_at: now,
    }
  );
}

type PreviewedAlbumProps = { preview: Preview; back: { to: string; label: string } };

function PreviewedAlbum({ preview, back }: PreviewedAlbumProps) {
  const { state } = usePreviewState();
  const found = asFound(preview, { door: 0, photos: 1, out: preview.views_allowed }[state]);
  if (!found) return <AlbumMissing />;
  const { album, event } = found;
  if (state !== 'photos') {
    return (
      <>
        <ViewerBar back={back} album={album} event={event} isTitleHidden />
        <div inert>
          <AlbumDoor found={found} onOpened={() => undefined} onBuy={() => undefined} />
        </div>
      </>
    );
  }
  const priceCents = albumPriceOf(event);
  return (
    <div className="pb-[150px] desk:pb-[140px]">
      <AlbumGallery
        albumUuid={album.uuid}
        title={teamName(album)}
        timeZone={event.time_zone}
        images={preview.images}
        token={preview.temp_jwt}
        userId={NOBODY}
        topBar={(tabs) => <ViewerBar back={back} album={album} event={event} tabs={tabs} />}
        intro={<AlbumIntro found={found} pass={undefined} onOpened={() => undefined} />}
        isMarked={() => true}
        purchase={(image) => <PhotoPrices found={found} image={image} albumPriceCents={priceCents} />}
        report={(_image, dialog) => (
          <ConfirmDialog
            title={'Customers can report photos here'}
            sentence={'This is a preview. Nothing is reported.'}
            confirmLabel="OK"
            onConfirm={dialog.onCancel}
            onCancel={dialog.onCancel}
          />
        )}
      />
      <div inert>
        <BuyBar album={album} priceCents={priceCents} onBuy={() => undefined} />
      </div>
    </div>
  );
}

type PhotoPricesProps = { found: UserFoundAlbum; image: Image; albumPriceCents: number };

function PhotoPrices({ found: { event }, albumPriceCents: allCents }: PhotoPricesProps) {
  const { data: settings } = useQuery(paymentSettingsQuery);
  const priceCents = pricesAt(event, new Date(), settings?.image_price).imageCents;
  return (
    <div inert className="flex flex-1 gap-2">
      <span className={`${buttonStyle('buy')} h-[50px]! flex-1`}>
        Buy this photo {formatCents(priceCents)}
      </span>
      <span className={`${buttonStyle('line')} h-[50px]!`}>All {formatCents(allCents)}</span>
    </div>
  );
}
