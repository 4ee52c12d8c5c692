import type { Image } from '#contract/entities/album.ts';
import type { ShopItem } from '#contract/entities/order.ts';
import type { AlbumWithEvent } from '#server/modules/catalogue/browse-albums.ts';
import { issueThumbToken, type PictureKeys } from '#server/platform/image-tokens.ts';

type ItemParts = {
  id: number;
  priceCents: number;
  priceName: string | null;
  imageId: number | null;
  /** Adds the picture of a single photo, but only for a viewer who may see it. */
  picture: Image | null;
  found: AlbumWithEvent;
  viewerId: number;
};

export function toWireItem(
  keys: PictureKeys,
  { id, priceCents, priceName, imageId, picture, found: { album, event }, viewerId }: ItemParts,
): ShopItem {
  const token = picture && { folderUuid: album.uuid, userId: viewerId, imageIds: [picture.id] };
  return {
    id,
    price: priceCents,
    price_name: priceName,
    album: { ...album, events: [event] },
    image: imageId,
    picture,
    picture_auth: token && issueThumbToken(keys, token),
  };
}
