import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { areVariants } from '#engines/watermark/variants.ts';
import type { Context } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import type { Db } from '#server/platform/database/database.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import type { MarkedDerivatives } from './derivatives.ts';
import { writeDerivatives } from './derivatives-placement.ts';
import { derivativeKey, replacedVariantsKey } from './image-keys.ts';
import { findReadyImages, folderOf } from './image-records.ts';
import { deleteShownPreviews } from './view-log.ts';

const DAY_MINUTES = 24 * 60;
const DAYS_PER_MONTH = 30.5;
const PAIRS_PER_RUN = 5_000;

/**
 * Writes new pictures of a photo under its lock. The old variants are kept, because copies of them may be in
 * circulation. A day later, when no process can still be sending one, a job checks whether anybody was shown one.
 */
export async function replaceDerivatives(
  context: Pick<Context, 'storage' | 'clock'>,
  db: Db,
  { folderUuid, imageId }: { folderUuid: string; imageId: number },
  derivatives: MarkedDerivatives,
): Promise<void> {
  const { storage, clock } = context;
  const key = derivativeKey(folderUuid, imageId, 'preview');
  const old = await storage.read(key);
  if (old && areVariants(old) && !old.equals(derivatives.preview)) {
    const storageKey = replacedVariantsKey(imageId, createHash('sha256').update(old).digest());
    await storage.copy(key, storageKey);
    // A retry that keeps the same variants again changes nothing.
    await db
      .insertInto('replacedVariants')
      .values({ imageId, storageKey, replacedAt: clock.now() })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await writeDerivatives(context, folderUuid, imageId, derivatives);
}

/** Returns the moment before which no viewer is promised to be found. */
export async function leakRecordsSince(context: Pick<Context, 'db' | 'log' | 'clock'>): Promise<Date> {
  const { leak_tracing_months: months } = await getSettings(context);
  return minutesFrom(context.clock.now(), -months * DAYS_PER_MONTH * DAY_MINUTES);
}

/** Forgets who was shown what, and the variants that nobody was shown, once finding them is no longer promised. */
export async function sweepLeakTracing(context: Context, signal: AbortSignal): Promise<void> {
  const before = await leakRecordsSince(context);
  await deleteShownPreviews(context.db, before);
  const settled = minutesFrom(context.clock.now(), -DAY_MINUTES);
  // Variants that are too old, and those of which nobody was shown a copy.
  const dropped = await context.db
    .selectFrom('replacedVariants')
    .select(['imageId', 'storageKey'])
    .where((eb) =>
      eb.or([
        eb('replacedAt', '<', before.toISOString()),
        eb.and([
          eb('replacedAt', '<', settled.toISOString()),
          sql<boolean>`not exists (select 1 from shown_previews where images @> replaced_variants.image_id)`,
        ]),
      ]),
    )
    .orderBy('replacedAt')
    .limit(PAIRS_PER_RUN)
    .execute();
  for (const variants of dropped) {
    signal.throwIfAborted();
    // The row goes last, so that a run that breaks off leaves no file behind.
    await context.storage.delete(variants.storageKey);
    await context.db
      .deleteFrom('replacedVariants')
      .where('imageId', '=', variants.imageId)
      .where('storageKey', '=', variants.storageKey)
      .execute();
  }
}

/** Returns the stored variants of a photo and those from before its preview was made again. */
export async function readVariants(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  imageId: number,
): Promise<Buffer[]> {
  const [image] = await findReadyImages(db, [imageId]);
  if (!image) return [];
  const kept = await db
    .selectFrom('replacedVariants')
    .select('storageKey')
    .where('imageId', '=', imageId)
    .orderBy('replacedAt', 'desc')
    .execute();
  const keys = [
    derivativeKey(folderOf(image), imageId, 'preview'),
    ...kept.map(({ storageKey }) => storageKey),
  ];
  const stored = await Promise.all(keys.map((key) => storage.read(key)));
  return stored.filter((variants) => variants !== undefined && areVariants(variants)) as Buffer[];
}

export function countMarkedPreviews(db: Db): Promise<{ marked: number; total: number }> {
  return db
    .selectFrom('images')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('traceKey', '<>', '').as('marked'),
      eb.fn.countAll<number>().as('total'),
    ])
    .where('state', '=', 'ready')
    .executeTakeFirstOrThrow();
}
