import type { BodyOf } from '#contract/endpoint.ts';
import type { CullAction, cullingEndpoints, PhotoAction } from '#contract/endpoints/culling.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { coverSoon, lockPickedCover, pickCover } from '#server/modules/catalogue/covers.ts';
import { albumSubject } from '#server/modules/catalogue/publish-album.ts';
import { settleSome } from '#server/modules/images/derivatives-placement.ts';
import {
  type Decision,
  decideImages,
  decisionOf,
  lockReadyImages,
  type PlacedImage,
} from '#server/modules/images/image-records.ts';
import {
  type ActionItem,
  ASPECTS,
  findAction,
  recordPhotoAction,
} from '#server/modules/images/photo-actions.ts';
import { turnImages } from '#server/modules/images/turn-photos.ts';
import { countSold } from '#server/modules/orders/entitlements.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { showAction } from './culling-lists.ts';
import { moveImages } from './move-images.ts';

type Culling = BodyOf<typeof cullingEndpoints.cullPhotos> & { albumId: number };
type Album = NonNullable<Awaited<ReturnType<typeof findAlbumFacts>>>;
/** The items that the undo needs, and the change itself. */
type Work = { items: ActionItem[]; execute(tx: Tx): Promise<void> };

/** Does the same to all photos or to none. A photo that is already as wanted stays out of the action. */
export async function cullPhotos(context: Context, actor: Actor, culling: Culling): Promise<PhotoAction> {
  const album = await findAlbumFacts(context.db, culling.albumId);
  if (!album) throw new AppError('not_found');
  const repeated = await findAction(context.db, culling.key);
  if (!repeated) {
    if (culling.action === 'move') {
      await requireUnsold(context, culling);
      await move(context, actor, culling);
    } else await inTransaction(context, (tx) => execute(tx, actor, album, culling));
    if (ASPECTS[culling.action] === 'shown') await settleSome(context, culling.images);
  }
  return showRepeatable(context, actor, culling);
}

/** A key of somebody else, or of another action, is a conflict. */
async function showRepeatable(context: Context, actor: Actor, { key, action }: Culling) {
  const row = await findAction(context.db, key);
  if (row?.actorId !== actor.userId || row.kind !== action) throw new AppError('conflict');
  return showAction(context, actor, row);
}

/**
 * A single photo that was bought stays owned wherever it is moved, but rejecting it would take it away. A payment that begins
 * holds the locks of its photos, so rejections are checked under them.
 */
async function requireUnsold({ db }: Pick<Context, 'db'>, culling: Culling): Promise<void> {
  const { action, albumId, to, keep } = culling;
  if (action !== 'reject' && action !== 'best' && action !== 'move') return;
  const images = culling.images.filter((id) => id !== keep);
  if (to === albumId) return;
  const { photos, owners } = await countSold(db, { albumId, imageIds: images });
  if (action !== 'move' && photos > 0) throw new AppError('photos_sold', { details: { photos } });
  if (owners > 0 && !culling.sold_ok) throw new AppError('album_sold', { details: { owners } });
}

async function move(context: Context, actor: Actor, { albumId, images, to = 0, key }: Culling) {
  await moveImages(context, actor, { albumId: to, imageIds: images, key, fromAlbumId: albumId });
}

async function execute(tx: Tx, actor: Actor, album: Album, culling: Culling): Promise<void> {
  const { key, action: kind } = culling;
  const imageIds = [...new Set(culling.images)];
  const images = await lockReadyImages(tx.db, imageIds);
  if (images.length !== imageIds.length) throw new AppError('not_found');
  if (images.some(({ albumId }) => albumId !== album.id)) throw new AppError('conflict');
  await requireUnsold(tx, culling);
  const work = await WORK[kind as Exclude<CullAction, 'move'>](tx, images, culling);
  const { id: albumId, eventId } = album;
  const action = { key, kind, eventId, albumId, toAlbumId: null, actorId: actor.userId };
  if (!(await recordPhotoAction(tx, action, work.items))) return;
  await work.execute(tx);
  await recordAudit(tx.db, {
    actorId: actor.userId,
    action: `images.${kind}`,
    subject: albumSubject(album.id),
    after: { images: work.items.map(({ imageId }) => imageId), count: work.items.length },
  });
}

const WORK: Record<
  Exclude<CullAction, 'move'>,
  (tx: Tx, images: PlacedImage[], culling: Culling) => Promise<Work> | Work
> = {
  keep: (_tx, images) => decide(images, () => 'kept'),
  reject: (_tx, images) => decide(images, () => 'rejected'),
  restore: (_tx, images) => decide(images, () => null),
  best: (_tx, images, { keep }) => decide(images, ({ id }) => (id === keep ? 'kept' : 'rejected')),
  rotate(_tx, images, { turn = 0 }) {
    const turned = images.map((image) => ({ image, rotation: (image.rotation + turn) % 360 }));
    return {
      items: turned.map(({ image, rotation }) => ({
        imageId: image.id,
        before: { rotation: image.rotation },
        after: { rotation },
      })),
      execute: (tx) => turnImages(tx, turned),
    };
  },
  /** Picking the picked photo again lets the cover be chosen by time. */
  async cover(tx, [image], { albumId }) {
    if (!image || image.hiddenAt !== null) throw new AppError('conflict');
    const before = await lockPickedCover(tx.db, albumId);
    const after = before === image.id ? null : image.id;
    return {
      items: [{ imageId: image.id, before: { cover: before }, after: { cover: after } }],
      async execute({ db, queue }) {
        await pickCover(db, albumId, after);
        await coverSoon({ db, queue }, albumId);
      },
    };
  },
};

function decide(images: PlacedImage[], decisionFor: (image: PlacedImage) => Decision): Work {
  const changed = images.filter((image) => decisionOf(image) !== decisionFor(image));
  return {
    items: changed.map((image) => ({
      imageId: image.id,
      before: { decision: decisionOf(image) },
      after: { decision: decisionFor(image) },
    })),
    async execute(tx) {
      for (const [decision, alike] of Map.groupBy(changed, decisionFor))
        await decideImages(tx, alike, { decision, now: tx.clock.now() });
    },
  };
}
