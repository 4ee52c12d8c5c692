import { createHash } from 'node:crypto';
import { isPair } from '#engines/watermark/pair.ts';
import type { Context } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { minutesFrom } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/database.ts';
import type { MarkedDerivatives } from './derivatives.ts';
import { writeDerivatives } from './derivatives-placement.ts';
import { derivativeKey, keptPairKey } from './image-keys.ts';
import { deleteKeptPair, insertKeptPair, listKeptPairsToDrop } from './keep-pairs.queries.ts';
import { deleteShownPreviews } from './view-log.queries.ts';

const DAY_MINUTES = 24 * 60;
const DAYS_PER_MONTH = 30.5;
const PAIRS_PER_RUN = 5_000;

/**
 * Writes new pictures of a photo under its lock. The old pair is kept, because copies of it may be around; whether
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
  if (old && isPair(old) && !old.equals(derivatives.preview)) {
    const storageKey = keptPairKey(imageId, createHash('sha256').update(old).digest());
    await storage.copy(key, storageKey);
    await insertKeptPair(db, { imageId, storageKey, replacedAt: clock.now() });
  }
  await writeDerivatives(context, folderUuid, imageId, derivatives);
}

/** Returns the moment before which nothing is promised to be traced. */
export async function tracedSince(context: Pick<Context, 'db' | 'log' | 'clock'>): Promise<Date> {
  const { tracing_months: months } = await getSettings(context);
  return minutesFrom(context.clock.now(), -months * DAYS_PER_MONTH * DAY_MINUTES);
}

/** Forgets who was shown what, and the pairs that nobody was shown, once tracing is no longer promised. */
export async function sweepTracing(context: Context, signal: AbortSignal): Promise<void> {
  const before = await tracedSince(context);
  await deleteShownPreviews(context.db, before);
  const settled = minutesFrom(context.clock.now(), -DAY_MINUTES);
  for (const pair of await listKeptPairsToDrop(context.db, { before, settled, limit: PAIRS_PER_RUN })) {
    signal.throwIfAborted();
    // The row goes last, so that a run that breaks off leaves no file behind.
    await context.storage.delete(pair.storageKey);
    await deleteKeptPair(context.db, pair);
  }
}
