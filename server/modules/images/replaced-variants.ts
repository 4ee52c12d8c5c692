import { createHash } from 'node:crypto';
import { areVariants } from '#engines/watermark/variants.ts';
import type { Context } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import type { Db } from '#server/platform/database/database.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import type { MarkedDerivatives } from './derivatives.ts';
import { writeDerivatives } from './derivatives-placement.ts';
import { derivativeKey, replacedVariantsKey } from './image-keys.ts';
import {
  deleteReplacedVariants,
  insertReplacedVariants,
  listReplacedVariantsToDrop,
} from './replaced-variants.queries.ts';
import { deleteShownPreviews } from './view-log.queries.ts';

const DAY_MINUTES = 24 * 60;
const DAYS_PER_MONTH = 30.5;
const PAIRS_PER_RUN = 5_000;

/**
 * Writes new pictures of a photo under its lock. The old variants is kept, because copies of it may be around; whether
 * anybody was shown one is asked a day later, when no process can still be sending it.
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
    await insertReplacedVariants(db, { imageId, storageKey, replacedAt: clock.now() });
  }
  await writeDerivatives(context, folderUuid, imageId, derivatives);
}

/** Returns the moment before which nothing is promised to be traced. */
export async function tracedSince(context: Pick<Context, 'db' | 'log' | 'clock'>): Promise<Date> {
  const { leak_tracing_months: months } = await getSettings(context);
  return minutesFrom(context.clock.now(), -months * DAYS_PER_MONTH * DAY_MINUTES);
}

/** Forgets who was shown what, and the variants that nobody was shown, once tracing is no longer promised. */
export async function sweepLeakTracing(context: Context, signal: AbortSignal): Promise<void> {
  const before = await tracedSince(context);
  await deleteShownPreviews(context.db, before);
  const settled = minutesFrom(context.clock.now(), -DAY_MINUTES);
  for (const variants of await listReplacedVariantsToDrop(context.db, {
    before,
    settled,
    limit: PAIRS_PER_RUN,
  })) {
    signal.throwIfAborted();
    // The row goes last, so that a run that breaks off leaves no file behind.
    await context.storage.delete(variants.storageKey);
    await deleteReplacedVariants(context.db, variants);
  }
}
