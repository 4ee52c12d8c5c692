import type { PhotoAction } from '#contract/endpoints/culling.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { lockPickedCover, pickCover } from '#server/modules/catalogue/covers.ts';
import { albumSubject } from '#server/modules/catalogue/publish-album.ts';
import { settleSome } from '#server/modules/images/derivatives-placement.ts';
import {
  type Decision,
  decideImages,
  decisionOf,
  lockReadyImages,
  type PlacedImage,
  type Placement,
} from '#server/modules/images/image-records.ts';
import {
  type ActionItem,
  type ActionRow,
  ASPECTS,
  findAction,
  listUndoableItems,
  lockAction,
  markUndone,
  type PhotoActionKind,
} from '#server/modules/images/photo-actions.ts';
import { turnImages } from '#server/modules/images/turn-photos.ts';
import { countSold } from '#server/modules/orders/entitlements.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { canStillUndo, showAction } from './culling-lists.ts';
import { relocateImages } from './move-images.ts';

type Undoable = { image: PlacedImage; item: ActionItem };

/** Undoes only photos that are still as the action left them. A second call answers like the first. */
export async function undoPhotoAction(context: Context, actor: Actor, key: string): Promise<PhotoAction> {
  const action = await findAction(context.db, key);
  if (!action) throw new AppError('not_found');
  if (action.undoneAt === null) {
    if (!(await canStillUndo(context, action))) throw new AppError('too_late_to_undo');
    const items = await listUndoableItems(context.db, action.id);
    if (action.kind === 'move') await moveBack(context, actor, action, items);
    else await inTransaction(context, (tx) => undoWithin(tx, actor, action, items));
    if (ASPECTS[action.kind as PhotoActionKind] === 'shown')
      await settleSome(
        context,
        items.map(({ imageId }) => imageId),
      );
  }
  const row = await findAction(context.db, key);
  if (!row) throw new AppError('not_found');
  return showAction(context, actor, row);
}

async function undoWithin(tx: Tx, actor: Actor, action: ActionRow, items: ActionItem[]): Promise<void> {
  const images = await lockReadyImages(
    tx.db,
    items.map(({ imageId }) => imageId),
  );
  await requireUnsold(tx, action, items);
  const picked =
    action.kind === 'cover' && action.albumId !== null && (await lockPickedCover(tx.db, action.albumId));
  const left = await begin(tx, actor, action, images, ({ image, item }) => {
    if (action.kind === 'cover') return picked === item.after.cover;
    if (action.kind === 'rotate') return image.rotation === item.after.rotation;
    return decisionOf(image) === item.after.decision;
  });
  if (left.length === 0) return;
  if (action.kind === 'rotate') {
    await turnImages(
      tx,
      left.map(({ image, item }) => ({ image, rotation: Number(item.before.rotation) })),
    );
  } else if (action.kind === 'cover') {
    const [cover] = left;
    if (cover && action.albumId !== null)
      await pickCover(tx.db, action.albumId, (cover.item.before.cover as number | null) ?? null);
  } else {
    for (const [decision, alike] of Map.groupBy(left, ({ item }) => item.before.decision as Decision)) {
      const images = alike.map(({ image }) => image);
      await decideImages(tx, images, { decision, now: tx.clock.now() });
    }
  }
}

/** A photo that was bought after it was no longer rejected stays. */
async function requireUnsold({ db }: Pick<Tx, 'db'>, { albumId }: ActionRow, items: ActionItem[]) {
  const imageIds = items.flatMap(({ imageId, before }) => (before.decision === 'rejected' ? [imageId] : []));
  if (imageIds.length === 0) return;
  const { photos } = await countSold(db, { albumId: albumId ?? 0, imageIds });
  if (photos > 0) throw new AppError('photos_sold', { details: { photos } });
}

/** Photos that came from the tray of unsorted ones go back there. */
async function moveBack(context: Context, actor: Actor, action: ActionRow, items: ActionItem[]) {
  const byImage = new Map(items.map((item) => [item.imageId, item]));
  const from = new Set(items.map(({ before }) => before.album as number | null));
  const uuids = new Map<number, string>();
  for (const albumId of from) {
    const album = albumId === null ? undefined : await findAlbumFacts(context.db, albumId);
    if (album) uuids.set(album.id, album.uuid);
  }
  await relocateImages(context, {
    imageIds: [...byImage.keys()],
    destinationOf: ({ id }) => {
      const before = byImage.get(id)?.before ?? {};
      const albumId = (before.album as number | null) ?? null;
      return {
        albumId,
        albumUuid: uuids.get(albumId ?? 0) ?? null,
        doubt: before.doubt as Placement['doubt'],
        filedBy: before.filed_by as Placement['filedBy'],
      };
    },
    choose: async (tx, images) => {
      const left = await begin(
        tx,
        actor,
        action,
        images,
        ({ image, item }) => image.albumId === item.after.album,
      );
      return left.map(({ image }) => image);
    },
  });
}

/** Call it under the locks of the photos. Returns those that can be undone, and marks them as undone. */
async function begin(
  tx: Tx,
  actor: Actor,
  { id, key, kind, albumId, toAlbumId }: ActionRow,
  images: PlacedImage[],
  isAsLeft: (undoable: Undoable) => boolean,
): Promise<Undoable[]> {
  const locked = await lockAction(tx.db, key);
  if (!locked || locked.undoneAt !== null) return [];
  const byId = new Map(images.map((image) => [image.id, image]));
  const left = (await listUndoableItems(tx.db, id))
    .flatMap((item) => {
      const image = byId.get(item.imageId);
      return image ? [{ image, item }] : [];
    })
    .filter(isAsLeft);
  const imageIds = left.map(({ image }) => image.id);
  await markUndone(tx.db, id, { imageIds, actorId: actor.userId, now: tx.clock.now() });
  const subject = albumId ?? toAlbumId;
  if (subject !== null) {
    await recordAudit(tx.db, {
      actorId: actor.userId,
      action: `images.undo-${kind as PhotoActionKind}`,
      subject: albumSubject(subject),
      after: { images: imageIds, count: imageIds.length },
    });
  }
  return left;
}
