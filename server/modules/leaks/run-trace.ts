import { type Context, inTransaction } from '#server/context.ts';
import { tracedSince } from '#server/modules/images/replaced-variants.ts';
import { recordAudit, recordAudits } from '#server/platform/audit/audit.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { tracedImageKeys } from './receive-image.ts';
import { type Found, searchLeak } from './search-leak.ts';
import { changeTrace, type Finding, findTrace, type TraceRow } from './traces.queries.ts';

const MINUTE_MS = 60_000;
/** The first picture also prepares the search. */
const FIRST_IMAGE_MINUTES = 4;
/** Long enough for several searches that wait for each other. */
const STALE_MINUTES = 180;
const TOO_LONG = 'The search took too long. Choose an event or an album, so that fewer photos are searched.';

/** Safe to run twice: only a trace that is running is searched, and it ends once. */
export async function runTrace(context: Context, traceId: number, signal: AbortSignal): Promise<void> {
  const trace = await findTrace(context.db, traceId);
  if (trace?.state !== 'running') return;
  const keys = tracedImageKeys(trace);
  const stored = await Promise.all(keys.map((key) => context.storage.read(key)));
  const pictures = stored.filter((picture) => picture !== undefined);
  const limit = AbortSignal.timeout((FIRST_IMAGE_MINUTES + trace.pictures - 1) * MINUTE_MS);
  try {
    if (pictures.length < keys.length) {
      throw new AppError('not_found', { message: 'A picture is gone. Start a new search.' });
    }
    const found = await searchLeak(context, trace, {
      pictures,
      signal: AbortSignal.any([signal, limit]),
      report: async (step, progress) => {
        await changeTrace(context.db, traceId, { from: 'running', to: { step, progress } });
      },
    });
    await endTrace(context, trace, found);
  } catch (error) {
    // A worker that stops leaves the picture and the trace for the next one.
    if (signal.aborted) throw error;
    if (!(error instanceof AppError) && !limit.aborted)
      context.log.error({ err: error, traceId }, 'a trace failed');
    await failTrace(context, traceId, limit.aborted ? TOO_LONG : sentenceOf(error));
  }
  await deleteImages(context, trace);
}

async function deleteImages(
  { storage }: Pick<Context, 'storage'>,
  trace: Pick<TraceRow, 'id' | 'pictures'>,
): Promise<void> {
  await Promise.all(tracedImageKeys(trace).map((key) => storage.delete(key)));
}

function sentenceOf(error: unknown): string {
  return error instanceof AppError ? error.message : 'The search failed. Please try again.';
}

async function failTrace({ db, clock }: Context, traceId: number, failure: string): Promise<void> {
  const to = { state: 'failed', step: '', failure, endedAt: clock.now() };
  await changeTrace(db, traceId, { from: 'running', to });
}

async function endTrace(context: Context, trace: TraceRow, found: Found): Promise<void> {
  await inTransaction(context, async ({ db, clock }) => {
    const isFirst = await changeTrace(db, trace.id, {
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
    await insertFindings(db, trace.id, found.findings);
    const actorId = trace.startedBy;
    await recordAudit(db, {
      actorId,
      action: 'trace.end',
      subject: `trace:${trace.id}`,
      after: { result: found.state, photo: found.imageId ?? null, named: found.findings.length },
    });
    const named = [...new Set(found.findings.map(({ userId }) => userId).filter((id) => id !== null))];
    await recordAudits(
      db,
      named.map((userId) => ({
        actorId,
        action: 'trace.named',
        subject: `user:${userId}`,
        after: { trace: trace.id, photo: found.imageId ?? null },
      })),
    );
  });
}

/** Ends traces that never got a picture or whose job was lost, and forgets whom old ones named. */
export async function sweepTraces(context: Context): Promise<void> {
  const { db, clock } = context;
  for (const { id, state, pictures } of await listStaleTraces(db, minutesFrom(clock.now(), -STALE_MINUTES))) {
    const failure =
      state === 'waiting' ? 'Not all pictures were sent.' : 'The search was interrupted. Start a new one.';
    const to = { state: 'failed', step: '', failure, endedAt: clock.now() };
    await changeTrace(db, id, { from: state as 'waiting' | 'running', to });
    await deleteImages(context, { id, pictures });
  }
  await db
    .deleteFrom('traceFindings')
    .where('lastAt', '<', (await tracedSince(context)).toISOString())
    .execute();
}

export async function insertFindings(db: Db, traceId: number, findings: readonly Finding[]): Promise<void> {
  if (findings.length === 0) return;
  await db
    .insertInto('traceFindings')
    .values(findings.map((finding) => ({ traceId, ...finding })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Lists traces that never got a picture, or whose job is gone. */
export function listStaleTraces(db: Db, before: Date) {
  return db
    .selectFrom('traces')
    .select(['id', 'state', 'pictures'])
    .where('state', 'in', ['waiting', 'running'])
    .where('startedAt', '<', before.toISOString())
    .execute();
}
