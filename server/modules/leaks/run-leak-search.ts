import { type Context, inTransaction } from '#server/context.ts';
import { leakRecordsSince } from '#server/modules/images/replaced-variants.ts';
import { recordAudit, recordAudits } from '#server/platform/audit/audit.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import {
  changeLeakSearch,
  type Finding,
  findLeakSearch,
  type LeakSearchRow,
} from './leak-searches.queries.ts';
import { type Found, searchLeak } from './search-leak.ts';
import { leakedImageKeys } from './start-leak-search.ts';

const MINUTE_MS = 60_000;
/** The first picture also prepares the search. */
const FIRST_IMAGE_MINUTES = 4;
/** Long enough for several searches that wait for each other. */
const STALE_MINUTES = 180;
const TOO_LONG = 'The search took too long. Choose an event or an album, so that fewer photos are searched.';

/** Safe to run twice: only a search that is running is searched, and it ends once. */
export async function runLeakSearch(context: Context, searchId: number, signal: AbortSignal): Promise<void> {
  const leakSearch = await findLeakSearch(context.db, searchId);
  if (leakSearch?.state !== 'running') return;
  const keys = leakedImageKeys(leakSearch);
  const stored = await Promise.all(keys.map((key) => context.storage.read(key)));
  const pictures = stored.filter((picture) => picture !== undefined);
  const limit = AbortSignal.timeout((FIRST_IMAGE_MINUTES + leakSearch.pictures - 1) * MINUTE_MS);
  try {
    if (pictures.length < keys.length) {
      throw new AppError('not_found', { message: 'A picture is gone. Start a new search.' });
    }
    const found = await searchLeak(context, leakSearch, {
      pictures,
      signal: AbortSignal.any([signal, limit]),
      report: async (step, progress) => {
        await changeLeakSearch(context.db, searchId, { from: 'running', to: { step, progress } });
      },
    });
    await endLeakSearch(context, leakSearch, found);
  } catch (error) {
    // A worker that stops leaves the picture and the search for the next one.
    if (signal.aborted) throw error;
    if (!(error instanceof AppError) && !limit.aborted)
      context.log.error({ err: error, searchId }, 'a leak search failed');
    const failure = limit.aborted ? TOO_LONG : sentenceOf(error);
    const to = { state: 'failed', step: '', failure, endedAt: context.clock.now() };
    await changeLeakSearch(context.db, searchId, { from: 'running', to });
  }
  await deleteImages(context, leakSearch);
}

async function deleteImages(
  { storage }: Pick<Context, 'storage'>,
  leakSearch: Pick<LeakSearchRow, 'id' | 'pictures'>,
): Promise<void> {
  await Promise.all(leakedImageKeys(leakSearch).map((key) => storage.delete(key)));
}

function sentenceOf(error: unknown): string {
  return error instanceof AppError ? error.message : 'The search failed. Please try again.';
}

async function endLeakSearch(context: Context, leakSearch: LeakSearchRow, found: Found): Promise<void> {
  await inTransaction(context, async ({ db, clock }) => {
    const isFirst = await changeLeakSearch(db, leakSearch.id, {
      from: 'running',
      to: {
        state: found.state,
        step: '',
        progress: 100,
        endedAt: clock.now(),
        viewersAsked: found.viewersAsked,
        imagesRead: found.imagesRead,
        ...(found.imageId !== undefined && { imageId: found.imageId, isMirrored: found.isMirrored }),
      },
    });
    if (!isFirst) return;
    await insertFindings(db, leakSearch.id, found.findings);
    const actorId = leakSearch.startedBy;
    await recordAudit(db, {
      actorId,
      action: 'trace.end',
      subject: `trace:${leakSearch.id}`,
      after: { result: found.state, photo: found.imageId ?? null, named: found.findings.length },
    });
    const named = [...new Set(found.findings.map(({ userId }) => userId).filter((id) => id !== null))];
    await recordAudits(
      db,
      named.map((userId) => ({
        actorId,
        action: 'trace.named',
        subject: `user:${userId}`,
        after: { leakSearch: leakSearch.id, photo: found.imageId ?? null },
      })),
    );
  });
}

/** Ends searches that never got a picture or whose job was lost, and deletes the names of old findings. */
export async function sweepLeakSearches(context: Context): Promise<void> {
  const { db, clock } = context;
  for (const { id, state, pictures } of await listStaleLeakSearches(
    db,
    minutesFrom(clock.now(), -STALE_MINUTES),
  )) {
    const failure =
      state === 'waiting' ? 'Not all pictures were sent.' : 'The search was interrupted. Start a new one.';
    const to = { state: 'failed', step: '', failure, endedAt: clock.now() };
    await changeLeakSearch(db, id, { from: state as 'waiting' | 'running', to });
    await deleteImages(context, { id, pictures });
  }
  await db
    .deleteFrom('traceFindings')
    .where('lastAt', '<', (await leakRecordsSince(context)).toISOString())
    .execute();
}

export async function insertFindings(db: Db, searchId: number, findings: readonly Finding[]): Promise<void> {
  if (findings.length === 0) return;
  await db
    .insertInto('traceFindings')
    .values(findings.map((finding) => ({ traceId: searchId, ...finding })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Lists searches that never got a picture, or whose job is gone. */
export function listStaleLeakSearches(db: Db, before: Date) {
  return db
    .selectFrom('traces')
    .select(['id', 'state', 'pictures'])
    .where('state', 'in', ['waiting', 'running'])
    .where('startedAt', '<', before.toISOString())
    .execute();
}
