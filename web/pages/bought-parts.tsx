import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Share } from 'lucide-react';
import { useState } from 'react';
import type { Image } from '#contract/entities/album.ts';
import type { Order } from '#contract/entities/order.ts';
import { teamLine } from '#contract/rules/sentences.ts';
import { Button } from '#web/components/button.tsx';
import { OrderTile } from '#web/components/order-tile.tsx';
import { Photo } from '#web/components/photo.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { Skeleton } from '#web/components/states.tsx';
import { DownloadPurchase } from '#web/features/downloads/download-purchase.tsx';
import { myDownloadsQuery } from '#web/features/downloads/downloads.query.ts';
import { ownedAlbumQuery } from '#web/features/found-albums/use-open-album.ts';
import { InstallHint } from '#web/features/notifications/install-hint.tsx';
import type { BoughtParts } from '#web/features/orders/purchase-done.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { ShareButton, ShareSheet } from './share-button.tsx';
import type { ShareSheetProps } from './share-sheet.tsx';

type Clean = { images: readonly Image[]; token: string; isLoading: boolean };

/** The unmarked pictures of the first thing in an order: a whole album, or single photos of one album. */
function useCleanPhotos({ items }: Order): Clean {
  const [first] = items;
  const albumId = first?.album.id ?? 0;
  const isAlbum = first?.image === null;
  const album = useQuery({ ...ownedAlbumQuery(albumId), enabled: isAlbum });
  const downloads = useQuery({ ...myDownloadsQuery, enabled: !isAlbum });
  if (isAlbum) {
    const { images = [], temp_jwt: token = '' } = album.data ?? {};
    return { images, token, isLoading: album.isPending };
  }
  const group = downloads.data?.photos.find((one) => one.album.id === albumId);
  const bought = new Set(items.map(({ image }) => image));
  const images = group?.images.filter(({ id }) => bought.has(id)) ?? [];
  return { images, token: group?.auth ?? '', isLoading: images.length === 0 && downloads.isFetching };
}

const SMALL_PHOTOS = 3;

/**
 * The first photo is large and whole, with three more below it. Clean previews are made on demand; clean thumbs come
 * later, and until then the watermark would show.
 */
function BoughtPicture({ order }: { order: Order }) {
  const { images, token, isLoading } = useCleanPhotos(order);
  const uuid = order.items[0]?.album.uuid ?? '';
  const [main, ...others] = images;
  if (isLoading) return <Skeleton label={i18n.t('Loading your photos')} />;
  if (!main) return null;
  const small = others.slice(0, SMALL_PHOTOS);
  const more = others.length - small.length;
  return (
    <div className="flex flex-col gap-[3px]">
      <Photo
        albumUuid={uuid}
        image={main}
        token={token}
        variant="preview"
        isEager
        alt={i18n.t('Your photo')}
        className="flex-1 [&>img]:absolute [&>img]:size-full [&>img]:object-contain"
      />
      {small.length === SMALL_PHOTOS && (
        <div className="grid flex-none grid-cols-3 gap-[3px]">
          {small.map((image, index) => (
            <div key={image.id} className="relative">
              <Photo
                albumUuid={uuid}
                image={image}
                token={token}
                variant="preview"
                className="aspect-4/3 w-full desk:aspect-2/1"
              />
              {more > 0 && index === SMALL_PHOTOS - 1 && (
                <span className="absolute inset-0 grid place-items-center bg-[rgb(0_0_0/.5)] font-num text-28 font-semibold text-white">
                  +{more}
                </span>
              )}
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

type Shared = Pick<ShareSheetProps, 'album' | 'imageIds' | 'shown'>;

/** Of each album the whole album, or the single photos that were bought. */
function listShared({ items }: Order): Shared[] {
  return [...Map.groupBy(items, ({ album }) => album.id).values()].flatMap((group): Shared[] => {
    const [first] = group;
    const imageIds = group.flatMap(({ image }) => image ?? []);
    return first ? [{ album: first.album, ...(imageIds.length > 0 && { imageIds }) }] : [];
  });
}

function ShareBought({ order }: { order: Order }) {
  const { images, token } = useCleanPhotos(order);
  const [first, ...others] = listShared(order);
  const [image] = images;
  if (!first || !image) return null;
  const shared = { ...first, shown: { image, token } };
  return others.length === 0 ? <ShareButton {...shared} /> : <ShareOneAlbum albums={[shared, ...others]} />;
}

/** An album is shared alone, so whoever bought several first says which one. */
function ShareOneAlbum({ albums }: { albums: readonly Shared[] }) {
  const [isAsking, setIsAsking] = useState(false);
  const [chosen, setChosen] = useState<Shared>();
  const close = () => {
    setIsAsking(false);
    setChosen(undefined);
  };
  return (
    <>
      <Button icon={Share} kind="line" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        {i18n.t('Share')}
      </Button>
      {chosen && <ShareSheet {...chosen} onClose={close} />}
      {isAsking && !chosen && (
        <Sheet title={i18n.t('Which album would you like to share?')} onClose={close}>
          <ul className="grid pb-4">
            {albums.map((shared) => (
              <li key={shared.album.id}>
                <button
                  type="button"
                  onClick={() => setChosen(shared)}
                  className="-mx-2 flex min-h-14 w-[calc(100%+16px)] items-center gap-3 rounded-ctl px-2 py-1.5 text-left hover:bg-sunk"
                >
                  <OrderTile order={shared.album.performance_order} />
                  <span className="min-w-0 flex-1 text-15 font-[650]">{teamLine(shared.album)}</span>
                  <ChevronRight size={20} strokeWidth={1.8} className="flex-none text-ink-3" />
                </button>
              </li>
            ))}
          </ul>
        </Sheet>
      )}
    </>
  );
}

/** The moment after a payment, for every page that sells. */
export const boughtParts: BoughtParts = {
  picture: (order) => <BoughtPicture order={order} />,
  download: (order) => <DownloadPurchase items={order.items} />,
  share: (order) => <ShareBought order={order} />,
  hint: () => <InstallHint />,
};
