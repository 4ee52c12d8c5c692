import { useQuery } from '@tanstack/react-query';
import type { Image } from '#contract/entities/album.ts';
import type { Order } from '#contract/entities/order.ts';
import { Photo } from '#web/components/photo.tsx';
import { Skeleton } from '#web/components/states.tsx';
import { DownloadPurchase } from '#web/features/downloads/download-purchase.tsx';
import { myDownloadsQuery } from '#web/features/downloads/downloads.query.ts';
import { ownedAlbumQuery } from '#web/features/found-albums/use-open-album.ts';
import { InstallHint } from '#web/features/notifications/install-hint.tsx';
import type { BoughtParts } from '#web/features/orders/purchase-done.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { ShareButton } from './share-button.tsx';

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

function ShareBought({ order }: { order: Order }) {
  const { images, token } = useCleanPhotos(order);
  const [first] = order.items;
  const [image] = images;
  if (!first || !image) return null;
  const imageIds = first.image === null ? undefined : images.map(({ id }) => id);
  return <ShareButton album={first.album} imageIds={imageIds} shown={{ image, token }} />;
}

/** The moment after a payment, for every page that sells. */
export const boughtParts: BoughtParts = {
  picture: (order) => <BoughtPicture order={order} />,
  download: (order) => <DownloadPurchase items={order.items} />,
  share: (order) => <ShareBought order={order} />,
  hint: () => <InstallHint />,
};
