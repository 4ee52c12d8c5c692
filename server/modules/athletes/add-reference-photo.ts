import { randomUUID } from 'node:crypto';
import { MAX_REFERENCE_PHOTOS, type ReferencePhoto } from '#contract/endpoints/athletes.ts';
import { isConsentCurrent } from '#contract/rules/athletes.ts';
import type { Face, Point } from '#engines/faces/face.ts';
import { UnreadableImageError } from '#engines/faces/pixels.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import type { Purchases } from '#server/modules/catalogue/album-ownership.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Faces } from '#server/platform/faces/faces.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { publishLive } from '#server/platform/live/publish-live.ts';
import { PoolBusyError } from '#server/platform/processes/process-pool.ts';
import {
  type AthleteRow,
  COLUMNS,
  type EncryptedReference,
  lockAthlete,
  type ReferencePhotoRow,
  renewTemplate,
  touchAthlete,
} from './athletes.queries.ts';
import { getOwnAthlete, openFaces } from './athletes.ts';
import { toWireReferencePhoto } from './athletes.wire.ts';
import { destroyFilesJob } from './erase-athlete.ts';
import { enqueueSearch, requireGuardian } from './start-search.ts';
import { createVault, cutFace, destroyVault, photoKey, writeEmbedding } from './template-vault.ts';

type PhotoTx = Tx & { purchases: Purchases };

/** By then, the photo has either been saved or never will be. */
const CLEAR_UP_AFTER_SECONDS = 600;

/**
 * Stores only the encrypted face crop and template, never the uploaded file. If consent ends while this runs,
 * nothing is stored.
 */
export async function addReferencePhoto(
  context: Context & { purchases: Purchases },
  { userId }: Actor,
  { athleteId, picture, at }: { athleteId: number; picture: Buffer; at?: Point | undefined },
): Promise<ReferencePhoto> {
  await requireRoom(context, await getOwnAthlete(context.db, userId, athleteId));
  const engine = await openFaces(context);
  if (!engine) throw new AppError('faces_unavailable');
  const { face, embedding } = await recognize(engine, picture, at);

  const fileId = randomUUID();
  const later = { startAfterSeconds: CLEAR_UP_AFTER_SECONDS };
  await context.queue.enqueue(context.db, destroyFilesJob, { fileIds: [fileId] }, later);
  try {
    const vault = await createVault(context, fileId);
    await context.storage.put(photoKey(fileId), vault.encrypt(await cutFace(picture, face.box), 'photo'));
    const encryptedTemplate = vault.encrypt(writeEmbedding(embedding), 'template');
    const photo = await inTransaction(context, (tx) =>
      insertPhoto(tx, { athleteId, fileId, encryptedTemplate }),
    );
    return toWireReferencePhoto(context, photo);
  } catch (error) {
    await destroyVault(context, fileId);
    throw error;
  }
}

async function insertPhoto(
  tx: PhotoTx,
  photo: { athleteId: number; fileId: string; encryptedTemplate: Buffer },
) {
  const { db, clock } = tx;
  const athlete = await lockAthlete(db, photo.athleteId);
  if (!athlete || athlete.deletedAt !== null) throw new AppError('not_found');
  await requireRoom(tx, athlete);
  const row = await insertReferencePhoto(db, { ...photo, createdAt: clock.now() });
  await renewTemplate(db, athlete.id);
  await touchAthlete(db, athlete.id, clock.now());
  await enqueueSearch(tx, athlete.userId);
  await publishLive(db, { to: athlete.userId, kind: 'athletes', subject: athlete.id });
  return row;
}

async function requireRoom(
  tx: Pick<PhotoTx, 'db' | 'log' | 'config' | 'purchases'>,
  athlete: AthleteRow,
): Promise<void> {
  await requireGuardian(tx, athlete.userId);
  const { template_life_years: years } = await getSettings(tx);
  if (!isConsentCurrent(athlete.consentVersion, years)) throw new AppError('consent_needed');
  if ((await countReferencePhotos(tx.db, athlete.id)) < MAX_REFERENCE_PHOTOS) return;
  throw new AppError('too_many', {
    message: `An athlete can have up to ${MAX_REFERENCE_PHOTOS} photos. Delete one to add another.`,
  });
}

/** Takes priority over background face detection, because a person is waiting. */
async function recognize(
  engine: Faces,
  picture: Buffer,
  at: Point | undefined,
): Promise<{ face: Face; embedding: Float32Array }> {
  const priority = 'interactive' as const;
  try {
    const verdict = await engine.judgeReference(picture, { priority, at });
    if (!verdict.ok) {
      const { reason: problem, faces } = verdict;
      throw new AppError('reference_refused', { details: { problem, faces } });
    }
    const [embedding] = await engine.embed([verdict.face.crop], { priority });
    return { face: verdict.face, embedding: embedding as Float32Array };
  } catch (error) {
    if (error instanceof UnreadableImageError) {
      throw new AppError('unprocessable', { message: error.message });
    }
    if (error instanceof PoolBusyError) throw new AppError('unavailable');
    throw error;
  }
}

async function countReferencePhotos(db: Db, athleteId: number): Promise<number> {
  const { total } = await db
    .selectFrom('athleteReferencePhotos')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('athleteId', '=', athleteId)
    .where('deletedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return total;
}

export function insertReferencePhoto(
  db: Db,
  photo: EncryptedReference & { createdAt: Date },
): Promise<ReferencePhotoRow> {
  return db.insertInto('athleteReferencePhotos').values(photo).returning(COLUMNS).executeTakeFirstOrThrow();
}
