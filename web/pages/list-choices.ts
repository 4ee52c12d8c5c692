import type { AlbumOnly, Image } from '#contract/entities/album.ts';
import { MAX_CART_ITEMS } from '#contract/rules/orders.ts';
import { SHARES_PER_ALBUM } from '#contract/rules/pricing.ts';
import { type AlbumAthlete, filterNameOf } from '#web/features/athletes/use-album-athletes.ts';
import type { PurchaseChoice } from '#web/features/orders/purchase-choices.tsx';
import { i18n } from '#web/lib/i18n.ts';

const MAX_PICKS = 24;

type Offered = {
  album: AlbumOnly;
  /** The photos of the album, or none while it is not open. */
  images: readonly Image[];
  /** The open photo. */
  photoId: number | undefined;
  favorites: readonly number[];
  athletes: readonly AlbumAthlete[];
  ownedImages: ReadonlySet<number>;
  /** Photos that can be bought one by one while the album is closed. */
  picks?: readonly PhotoPick[];
  /** The key in the address, which also names the photo that was picked. */
  chosenKey?: string | undefined;
};

/** A photo of a closed album that can still be named: it is on the cover, or it was marked when the album was open. */
export type PhotoPick = { key: string; imageId: number; label: string; picture: Image | undefined };

const pickKey = (imageId: number) => `photo-${imageId}`;

type Named = Pick<Offered, 'album' | 'images' | 'favorites' | 'ownedImages'>;

/** Photos that may be bought one by one while the album is closed, for example past the view limit. */
export function listPicks({ album, images, favorites, ownedImages }: Named): PhotoPick[] {
  if (images.length > 0) return [];
  const covers = album.cover.map((picture, index) => ({
    imageId: picture.id,
    label: i18n.t('Cover photo {number}', { number: index + 1 }),
    picture,
  }));
  const marked = favorites
    .map((imageId, index) => ({
      imageId,
      label: i18n.t('Favorite {number}', { number: index + 1 }),
      picture: undefined,
    }))
    .filter(({ imageId }) => !album.cover.some(({ id }) => id === imageId));
  return [...marked, ...covers]
    .filter(({ imageId }) => !ownedImages.has(imageId))
    .slice(0, MAX_PICKS)
    .map((pick) => ({ ...pick, key: pickKey(pick.imageId) }));
}

/** Lists what can be bought of an album, with the whole album first. Photos that are owned are left out. */
export function listChoices(offered: Offered): [PurchaseChoice, ...PurchaseChoice[]] {
  const { album, images, photoId, favorites, athletes, ownedImages, picks = [], chosenKey } = offered;
  const picked = picks.find(({ key }) => key === chosenKey) ?? picks[0];
  const notOwned = (ids: readonly number[]) =>
    ids.filter((imageId) => !ownedImages.has(imageId)).slice(0, MAX_CART_ITEMS);
  const imageOf = (ids: readonly number[]) => images.find(({ id }) => id === ids[0]);
  const photosChoice = (
    key: string,
    ids: readonly number[],
    words: Pick<PurchaseChoice, 'title' | 'note'>,
  ) => {
    const imageIds = notOwned(ids);
    const picture = imageOf(imageIds);
    return imageIds.length > 0 ? [{ kind: 'photos' as const, key, imageIds, picture, ...words }] : [];
  };
  const [cover] = album.cover;
  const position = images.findIndex(({ id }) => id === photoId) + 1;
  return [
    {
      kind: 'album',
      key: 'album',
      title: i18n.t('Whole album'),
      note: i18n.t('{count, plural, one {# photo} other {# photos}} in one download', {
        count: album.images_count,
      }),
      picture: cover,
    },
    ...athletes.flatMap(({ athlete, name, images: shown }) => {
      const ids = shown.filter(({ decision }) => decision !== 'rejected').map(({ image }) => image);
      const count = notOwned(ids).length;
      const title = i18n.t('{count, plural, one {{name}’s photo} other {{name}’s # photos}}', {
        name,
        count,
      });
      return photosChoice(filterNameOf(athlete), ids, { title, note: i18n.t('Full size, no watermark') });
    }),
    ...photosChoice('favorites', favorites, {
      title: i18n.t('Favorites'),
      note: i18n.t('{count, plural, one {# photo} other {# photos}} you liked', {
        count: notOwned(favorites).length,
      }),
    }),
    ...photosChoice('photo', photoId === undefined ? [] : [photoId], {
      title: i18n.t('This photo'),
      note:
        position > 0
          ? i18n.t('Photo {number} of {total}', { number: position, total: images.length })
          : i18n.t('Full size, no watermark'),
    }),
    ...(picked && photoId === undefined
      ? [
          {
            kind: 'photos' as const,
            key: picked.key,
            title: i18n.t('One photo'),
            note: picked.label,
            imageIds: [picked.imageId],
            picture: picked.picture,
          },
        ]
      : []),
    {
      kind: 'pool',
      key: 'pool',
      title: i18n.t('Group order'),
      note: i18n.t('{shares} parents, one share each', { shares: SHARES_PER_ALBUM }),
      picture: album.cover[1] ?? cover,
    },
  ];
}
