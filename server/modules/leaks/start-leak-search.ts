import { sql } from 'kysely';
import sharp from 'sharp';
import { z } from 'zod';
import type { newLeakSearch } from '#contract/endpoints/leaks.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { showSecondFactor, withSecondFactor } from '#server/modules/accounts/second-factor.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { findEventFacts } from '#server/modules/catalogue/events.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import {
  eraseAuditContent,
  mentionsPerson,
  type Traces,
} from '#server/platform/personal-data/erase-traces.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import {
  changeLeakSearch,
  findLeakSearch,
  insertLeakSearch,
  type LeakSearchRow,
  type NewLeakSearch,
} from './leak-searches.queries.ts';

type Wanted = z.output<typeof newLeakSearch>;

/** A fresh code is required, so that nobody searches from an unattended screen. */
export async function startLeakSearch(
  context: Context,
  actor: Actor,
  { reason, event, album, pictures, ...factor }: Wanted,
): Promise<LeakSearchRow> {
  if (!(await showSecondFactor(context, actor)).is_on) throw new AppError('second_factor_setup_required');
  return withSecondFactor(context, actor.userId, factor, (tx) =>
    recordLeakSearch(tx.db, {
      startedBy: actor.userId,
      reason,
      eventId: event,
      albumId: album,
      pictures,
      startedAt: tx.clock.now(),
    }),
  );
}

/** Puts the search and its reason on record before anything is searched. */
export async function recordLeakSearch(db: Db, wanted: NewLeakSearch): Promise<LeakSearchRow> {
  const { albumId, eventId, pictures } = wanted;
  const album = albumId === null ? undefined : await findAlbumFacts(db, albumId);
  if (albumId !== null && !album) throw new AppError('not_found', { message: 'There is no such album.' });
  if (eventId !== null && !(await findEventFacts(db, eventId))) {
    throw new AppError('not_found', { message: 'There is no such event.' });
  }
  const leakSearch = await insertLeakSearch(db, wanted);
  await recordAudit(db, {
    actorId: wanted.startedBy,
    action: 'trace.start',
    subject: `trace:${leakSearch.id}`,
    after: { reason: wanted.reason, event: eventId, album: albumId, pictures },
  });
  return leakSearch;
}

const ERASED_REASON = '(The reason was erased with the account.)';

/**
 * The search stays on record. Its reason, in the words of staff, is erased with the account that it found or mentions,
 * here and in the audit log. Call it before the account is deleted.
 */
export async function eraseReasonsOf(db: Db, leaver: Traces): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    update traces set reason = ${ERASED_REASON}
    where ${mentionsPerson(sql`reason`, leaver)}
      or id in (select trace_id from trace_findings where user_id = ${leaver.userId})
    returning id`.execute(db);
  await eraseAuditContent(
    db,
    rows.map(({ id }) => `trace:${id}`),
  );
}

const MAX_LEAKED_PIXELS = 60_000_000;
const MIN_SIDE = 64;
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif']);

/** The search's own time limit is shorter, so that the job can report it. */
export const leakSearchJob = defineJob({
  name: 'leaks.trace',
  payload: z.object({ traceId: z.int() }),
  concurrency: 1,
  retries: 2,
  expireSeconds: 1_800,
});

/** Pictures lie here while their job waits and runs. They are numbered from 1. */
export const leakedImageKey = (searchId: number, number = 1) =>
  number === 1 ? `traces/${searchId}` : `traces/${searchId}-${number}`;

export const leakedImageKeys = ({ id, pictures }: Pick<LeakSearchRow, 'id' | 'pictures'>) =>
  Array.from({ length: pictures }, (_, i) => leakedImageKey(id, i + 1));

/** Only the person who gave the code and the reason can send the pictures, once. The last one starts the search. */
export async function receiveImage(
  context: Context,
  actor: Actor,
  { searchId, number, file }: { searchId: number; number: number; file: Buffer },
): Promise<void> {
  const leakSearch = await findLeakSearch(context.db, searchId);
  if (leakSearch?.startedBy !== actor.userId) throw new AppError('not_found');
  if (leakSearch.state !== 'waiting' || number > leakSearch.pictures) throw new AppError('conflict');
  await checkImage(file);
  await context.storage.put(leakedImageKey(searchId, number), file);
  if (number < leakSearch.pictures) return;
  const stored = await Promise.all(leakedImageKeys(leakSearch).map((key) => context.storage.stat(key)));
  if (stored.includes(undefined)) throw new AppError('conflict');
  await inTransaction(context, async ({ db, queue }) => {
    const to = { state: 'running', step: 'Waiting for a free worker' };
    if (!(await changeLeakSearch(db, searchId, { from: 'waiting', to }))) throw new AppError('conflict');
    await queue.enqueue(db, leakSearchJob, { traceId: searchId });
  });
}

/** Reads only the head of the file; its pixels are decoded in the job. */
export async function checkImage(file: Buffer): Promise<void> {
  const head = await sharp(file, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!head || !FORMATS.has(head.format)) {
    throw new AppError('unsupported_media', { message: 'Choose a JPEG, PNG or WebP picture.' });
  }
  const { width, height } = head;
  if (width * height > MAX_LEAKED_PIXELS) {
    const message = `The picture is too large: ${width} x ${height} pixels, at most 60 megapixels.`;
    throw new AppError('unprocessable', { message });
  }
  if (Math.min(width, height) < MIN_SIDE) {
    const message = `The picture is too small: ${width} x ${height} pixels, at least ${MIN_SIDE} on each side.`;
    throw new AppError('unprocessable', { message });
  }
}
