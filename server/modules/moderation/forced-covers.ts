// "Never show my child": a parent taps the face on a photo of an own team, and from then on it is covered for everybody
// else. No face is compared with any other.
import { sql } from 'kysely';
import {
  type ForcedCover,
  MAX_FORCED_COVERS,
  MAX_FORCED_COVERS_LISTED,
} from '#contract/endpoints/safe-share.ts';
import { seesCustomers } from '#contract/lists/of-customers.ts';
import { type CoverBox, isSameFace, turnBox } from '#contract/rules/safe-share.ts';
import type { Tx } from '#server/context.ts';
import { listPeople } from '#server/modules/accounts/find-people.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { chooseCover } from '#server/modules/catalogue/albums.ts';
import { albumsById } from '#server/modules/catalogue/browse-albums.ts';
import { holdsAlbum } from '#server/modules/found-albums/find-album.ts';
import { isHeldForReason } from '#server/modules/found-albums/held-album.ts';
import { toWireImage } from '#server/modules/images/album-images.ts';
import { findBoxesToCover } from '#server/modules/images/image-faces.ts';
import { findReadyImages, folderOf } from '#server/modules/images/image-records.ts';
import { notify } from '#server/modules/notifications/notify.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import { type ExportFile, jsonFiles } from '#server/platform/personal-data/export-file.ts';
import { issueImageToken } from '#server/platform/security/image-tokens.ts';
import { toIso } from '#server/platform/time/timestamps.ts';
import { contactOf, UNNAMED } from './reports.ts';

/** The face that a parent means where none was found: a square around the tap, this share of the shorter side. */
const TAPPED_SHARE = 0.12;
const TOKEN_MINUTES = 60;

type CoverTx = Pick<Tx, 'db' | 'clock' | 'queue'>;
type Tap = { imageId: number; x: number; y: number };

/**
 * Covers the face at once. The answer does not say where faces are, because only owners of a photo may know. Asking again for
 * the same face changes nothing.
 */
export async function neverShow(
  tx: CoverTx & { purchases: Purchases },
  { userId }: Actor,
  { imageId, x, y }: Tap,
): Promise<void> {
  const { db, clock, purchases } = tx;
  const [image] = await findReadyImages(db, [imageId]);
  const albumId = image?.hiddenAt === null ? image.albumId : null;
  if (!image || !albumId || !(await holdsAlbum(db, userId, albumId))) throw new AppError('not_found');
  if (!(await isHeldForReason(db, purchases, { userId, albumId }))) throw new AppError('not_own_team');
  const { rotation } = image;
  // The photo that was tapped is not turned yet, so its faces lie elsewhere.
  if (image.shownRotation !== rotation) throw new AppError('conflict');
  await advisoryLock(db, `forced-covers:${userId}`);
  const boxes = (await findBoxesToCover(db, image)) ?? [];
  const box = faceAt(boxes, { x, y }, toWireImage(image));
  const own = await db
    .selectFrom('forcedCovers')
    .select(['imageId', 'state', 'rotation'])
    .select(sql<CoverBox>`box`.as('box'))
    .where('askedBy', '=', userId)
    .execute();
  const here = own.filter((cover) => cover.imageId === imageId);
  const before = here.find((cover) => isSameFace(turnBox(cover.box, rotation - cover.rotation), box));
  if (before?.state === 'declined') throw new AppError('cover_declined');
  if (before) return;
  if (own.length >= MAX_FORCED_COVERS.ofPerson || here.length >= MAX_FORCED_COVERS.ofPhoto) {
    throw new AppError('too_many_covers');
  }
  await db
    .insertInto('forcedCovers')
    .values({ imageId, askedBy: userId, box: JSON.stringify(box), rotation, askedAt: clock.now() })
    .execute();
  // Staff may have moved the photo since its album was read.
  await chooseCoverOf(db, imageId);
  await publishLive(db, { to: 'staff', kind: 'queues' });
}

/** The face under the tap, else the nearest whose disc the tap touches, else a square around the tap. */
function faceAt(
  faces: readonly CoverBox[],
  tap: { x: number; y: number },
  { width, height }: { width: number; height: number },
): CoverBox {
  const distance = (box: CoverBox) =>
    Math.hypot((box.x + box.width / 2 - tap.x) * width, (box.y + box.height / 2 - tap.y) * height);
  const touched = faces.filter((box) => distance(box) <= Math.max(box.width * width, box.height * height));
  const [nearest] = touched.toSorted((a, b) => distance(a) - distance(b));
  if (nearest) return nearest;
  const side = TAPPED_SHARE * Math.min(width, height);
  const start = (middle: number, whole: number) =>
    Math.min(Math.max(middle - side / whole / 2, 0), 1 - side / whole);
  return { x: start(tap.x, width), y: start(tap.y, height), width: side / width, height: side / height };
}

/** Asks only for requests that still cover. */
export async function isNeverShown({ db }: Pick<Tx, 'db'>, { userId }: Actor, imageId: number) {
  const found = await db
    .selectFrom('forcedCovers')
    .select('id')
    .where('imageId', '=', imageId)
    .where('askedBy', '=', userId)
    .where('state', '<>', 'declined')
    .executeTakeFirst();
  return { is_asked: found !== undefined };
}

/** Takes back the caller's own requests about a photo, also those that staff kept. What was declined cannot be asked again. */
export async function showAgain({ db }: Pick<Tx, 'db'>, { userId }: Actor, imageId: number): Promise<void> {
  const gone = await db
    .deleteFrom('forcedCovers')
    .where('imageId', '=', imageId)
    .where('askedBy', '=', userId)
    .where('state', '<>', 'declined')
    .returning('id')
    .execute();
  if (gone.length === 0) return;
  await chooseCoverOf(db, imageId);
  await publishLive(db, { to: 'staff', kind: 'queues' });
}

async function chooseCoverOf(db: Db, imageId: number): Promise<void> {
  const [image] = await findReadyImages(db, [imageId]);
  if (image?.albumId) await chooseCover(db, image.albumId);
}

export async function* exportForcedCovers(
  { db }: Pick<Tx, 'db'>,
  userId: number,
): AsyncGenerator<ExportFile> {
  yield* jsonFiles('never-show-requests', (afterId, limit) =>
    db
      .selectFrom('forcedCovers')
      .select(['id', 'imageId', 'box', 'state', 'askedAt', 'decidedAt'])
      .where('askedBy', '=', userId)
      .where('id', '>', afterId)
      .orderBy('id')
      .limit(limit)
      .execute(),
  );
}

export type CoverOnPhoto = { box: CoverBox; askedBy: number | null };

/** The covers of each photo that staff did not decline, turned as the photo is now. */
export async function listForcedCovers(
  db: Db,
  images: readonly { id: number; rotation: number }[],
): Promise<ReadonlyMap<number, CoverOnPhoto[]>> {
  const rotations = new Map(images.map(({ id, rotation }) => [id, rotation]));
  const rows = await db
    .selectFrom('forcedCovers')
    .select(['imageId', 'askedBy', 'rotation'])
    .select(sql<CoverBox>`box`.as('box'))
    .where('imageId', '=', anyOf([...rotations.keys()]))
    .where('state', '<>', 'declined')
    .orderBy('id')
    .execute();
  return Map.groupBy(
    rows.map(({ imageId, askedBy, rotation, box }) => ({
      imageId,
      askedBy,
      box: turnBox(box, (rotations.get(imageId) ?? rotation) - rotation),
    })),
    ({ imageId }) => imageId,
  );
}

/** Open requests first, then the latest decisions. */
export async function reviewForcedCovers(
  tx: Pick<Tx, 'db' | 'clock' | 'imageKeys'>,
  actor: Actor,
  only?: number,
): Promise<ForcedCover[]> {
  const { db } = tx;
  let query = db
    .selectFrom('forcedCovers')
    .select(['id', 'imageId', 'askedBy', 'rotation', 'askedAt'])
    .select(sql<CoverBox>`box`.as('box'))
    .select(sql<ForcedCover['state']>`state`.as('state'))
    .orderBy(sql`state = 'open'`, 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_FORCED_COVERS_LISTED);
  if (only !== undefined) query = query.where('id', '=', only);
  const rows = await query.execute();
  const imageIds = [...new Set(rows.map(({ imageId }) => imageId))];
  const photos = new Map((await findReadyImages(db, imageIds)).map((image) => [image.id, image]));
  const albumIds = [...photos.values()].flatMap(({ albumId }) => albumId ?? []);
  const albums = await albumsById(tx, [...new Set(albumIds)], actor.userId);
  const people = await listPeople(
    db,
    rows.map(({ askedBy }) => askedBy),
  );
  return rows.flatMap((row) => {
    const photo = photos.get(row.imageId);
    if (!photo) return [];
    const found = albums.get(photo.albumId ?? 0);
    const folderUuid = folderOf(photo);
    const grant = { folderUuid, userId: actor.userId, scope: { kind: 'previews' } } as const;
    return [
      {
        id: row.id,
        box: turnBox(row.box, photo.shownRotation - row.rotation),
        state: row.state,
        asked_at: toIso(row.askedAt),
        asked_by: seesCustomers(actor) ? contactOf(people.get(row.askedBy ?? 0)) : UNNAMED,
        album_name: found ? `${found.album.program_name} ${found.album.team_name}`.trim() : '',
        photo: { ...toWireImage(photo), folder: folderUuid, auth: issueImageToken(tx, grant, TOKEN_MINUTES) },
      },
    ];
  });
}

export async function decideForcedCover(
  tx: CoverTx & Pick<Tx, 'imageKeys'> & Parameters<typeof notify>[0],
  actor: Actor,
  { id, keep }: { id: number; keep: boolean },
): Promise<ForcedCover> {
  const { db, clock } = tx;
  const state = keep ? 'kept' : 'declined';
  const cover = await db
    .updateTable('forcedCovers')
    .set({ state, decidedAt: clock.now(), decidedBy: actor.userId })
    .where('id', '=', id)
    .where('state', '<>', state)
    .returning(['imageId', 'askedBy'])
    .executeTakeFirst();
  if (cover) {
    await chooseCoverOf(db, cover.imageId);
    await recordAudit(db, {
      actorId: actor.userId,
      action: 'forced-cover.decide',
      subject: `image:${cover.imageId}`,
      after: { state },
    });
    await publishLive(db, { to: 'staff', kind: 'queues' });
    if (!keep && cover.askedBy !== null)
      await notifyDeclined(tx, { id, imageId: cover.imageId, askedBy: cover.askedBy });
  }
  const [shown] = await reviewForcedCovers(tx, actor, id);
  if (!shown) throw new AppError('not_found');
  return shown;
}

async function notifyDeclined(
  tx: Parameters<typeof notify>[0] & Pick<Tx, 'db'>,
  { id, imageId, askedBy }: { id: number; imageId: number; askedBy: number },
): Promise<void> {
  const [image] = await findReadyImages(tx.db, [imageId]);
  await notify(tx, [askedBy], {
    kind: 'report_handled',
    subject: `forced-cover:${id}`,
    words: (i18n) => ({
      title: i18n.t('We looked at the photo you asked about'),
      line: i18n.t('We couldn’t cover this face for other families. Write to us if it’s your child.'),
    }),
    path: image?.albumId ? `/user-album/${image.albumId}` : '/MyAlbums',
  });
}
