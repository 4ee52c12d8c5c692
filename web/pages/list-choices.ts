import type { AlbumOnly, Image } from '#contract/entities/album.ts';
import { MOST_CART_ITEMS } from '#contract/entities/order.ts';
import { SHARES_PER_ALBUM } from '#contract/rules/pricing.ts';
import { type AlbumAthlete, filterNameOf } from '#web/features/athletes/use-album-athletes.ts';
import type { PurchaseChoice } from '#web/features/orders/purchase-choice.ts';
import { countOf } from '#web/lib/count-words.ts';

type Offered = {
  album: AlbumOnly;
  /** The photos of the album, or none while it is not open. */
  images: readonly Image[];
  /** The open photo. */
  photoId: number | undefined;
  favorites: readonly number[];
  athletes: readonly AlbumAthlete[];
  ownedImages: ReadonlySet<number>;
};

/** Lists what can be bought of an album, with the whole album first. Photos that are owned are left out. */
export function listChoices(offered: Offered): [PurchaseChoice, ...PurchaseChoice[]] {
  const { album, images, photoId, favorites, athletes, ownedImages } = offered;
  const notOwned = (ids: readonly number[]) =>
    ids.filter((imageId) => !ownedImages.has(imageId)).slice(0, MOST_CART_ITEMS);
  const pictureOf = (ids: readonly number[]) => images.find(({ id }) => id === ids[0]);
  const photosChoice = (
    key: string,
    ids: readonly number[],
    words: Pick<PurchaseChoice, 'title' | 'note'>,
  ) => {
    const imageIds = notOwned(ids);
    const picture = pictureOf(imageIds);
    return imageIds.length > 0 ? [{ kind: 'photos' as const, key, imageIds, picture, ...words }] : [];
  };
  const [cover] = album.cover;
  const position = images.findIndex(({ id }) => id === photoId) + 1;
  return [
    {
      kind: 'album',
      key: 'album',
      title: 'Whole album',
      note: `${countOf(album.images_count, 'photo')} in one download`,
      picture: cover,
    },
    ...athletes.flatMap(({ athlete, name, images: shown }) => {
      const ids = shown.filter(({ decision }) => decision !== 'rejected').map(({ image }) => image);
      const count = notOwned(ids).length;
      const title = count === 1 ? `${name}’s photo` : `${name}’s ${count} photos`;
      return photosChoice(filterNameOf(athlete), ids, { title, note: 'Full size, no watermark' });
    }),
    ...photosChoice('favorites', favorites, {
      title: 'Favorites',
      note: `${countOf(notOwned(favorites).length, 'photo')} you marked`,
    }),
    ...photosChoice('photo', photoId === undefined ? [] : [photoId], {
      title: 'This photo',
      note: position > 0 ? `Photo ${position} of ${images.length}` : 'Full size, no watermark',
    }),
    {
      kind: 'pool',
      key: 'pool',
      title: 'Split with other parents',
      note: `${SHARES_PER_ALBUM} shares, friends join by link`,
      picture: album.cover[1] ?? cover,
    },
  ];
}
