import { z } from 'zod';
import type { ClockHint } from '#contract/endpoints/ingest.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { findEventFacts } from '#server/modules/catalogue/events.ts';
import { listPerformances, lockSchedule } from '#server/modules/catalogue/schedule.ts';
import { listCameraImages } from '#server/modules/images/image-records.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { arrivalWindow, spread, suggestOffset, type TakenImage } from './clock-hint.rules.ts';
import { fileByTime, loadFilingPlan } from './filing.ts';
import { askToRefile } from './refile-images.ts';

/** Looks whether the clock of a camera is off, from its photos alone. */
export const checkClockJob = defineJob({
  name: 'ingest.check-clock',
  payload: z.object({ eventId: z.int(), serial: z.string() }),
  concurrency: 1,
});

type CameraOfEvent = z.output<typeof checkClockJob.payload>;

/** Photos arrive in batches, so one check follows many of them. */
const CHECK_AFTER_SECONDS = 2;
const MAX_DOTS = 80;
const MAX_ALBUMS = 60;

export async function askToCheckClock(
  { db, queue }: Pick<Tx, 'db' | 'queue'>,
  camera: CameraOfEvent,
): Promise<void> {
  await queue.enqueue(db, checkClockJob, camera, {
    singletonKey: `${camera.eventId} ${camera.serial}`,
    startAfterSeconds: CHECK_AFTER_SECONDS,
  });
}

/** A new running order can make a clock look right or wrong. */
export async function askToCheckClocks(tx: Pick<Tx, 'db' | 'queue'>, eventId: number): Promise<void> {
  const cameras = await tx.db
    .selectFrom('cameras')
    .select('serial')
    .where('eventId', '=', eventId)
    .where('offsetSeconds', 'is', null)
    .execute();
  for (const { serial } of cameras) await askToCheckClock(tx, { eventId, serial });
}

/** While a clock looks wrong, the photos of its camera wait: those that were filed leave their albums again. */
export async function checkClock(context: Context, { eventId, serial }: CameraOfEvent): Promise<void> {
  const { slots } = await loadFilingPlan(context.db, eventId);
  const suggested = suggestOffset(slots, await readTakenImages(context.db, eventId, serial)) ?? null;
  const known = await context.db
    .selectFrom('cameras')
    .select('suggestedOffsetSeconds')
    .where('eventId', '=', eventId)
    .where('serial', '=', serial)
    .executeTakeFirst();
  if (!known || known.suggestedOffsetSeconds === suggested) return;
  await inTransaction(context, async (tx) => {
    await lockSchedule(tx.db, eventId, 'exclusive');
    const changed = await tx.db
      .updateTable('cameras')
      .set({ suggestedOffsetSeconds: suggested })
      .where('eventId', '=', eventId)
      .where('serial', '=', serial)
      .where('offsetSeconds', 'is', null)
      .returning('serial')
      .executeTakeFirst();
    if (changed) await askToRefile(tx, { eventId, serial });
  });
}

async function readTakenImages(db: Db, eventId: number, serial: string): Promise<TakenImage[]> {
  const frames = await listCameraImages(db, eventId, serial);
  return frames
    .map(({ cameraTime, createdAt }) => ({
      cameraTimeMs: Date.parse(cameraTime),
      receivedAtMs: Date.parse(createdAt),
    }))
    .sort((a, b) => a.cameraTimeMs - b.cameraTimeMs);
}

export async function listClockHints(db: Db, eventId: number): Promise<ClockHint[]> {
  if (!(await findEventFacts(db, eventId))) throw new AppError('not_found');
  const cameras = await db
    .selectFrom('cameras')
    .select(['serial', 'model', 'suggestedOffsetSeconds'])
    .where('eventId', '=', eventId)
    .where('offsetSeconds', 'is', null)
    .where('suggestedOffsetSeconds', 'is not', null)
    .orderBy('serial')
    .$narrowType<{ suggestedOffsetSeconds: number }>()
    .execute();
  if (cameras.length === 0) return [];
  const { slots } = await loadFilingPlan(db, eventId);
  const performances = new Map((await listPerformances(db, eventId)).map((one) => [one.id, one]));
  const albumsOf = (frames: readonly TakenImage[], shiftMs: number): ClockHint['now'] => {
    const filed = frames.flatMap(
      ({ cameraTimeMs }) => fileByTime(slots, cameraTimeMs + shiftMs).albumId ?? [],
    );
    const albums = [...new Set(filed)].flatMap((id) => {
      const { performanceOrder = 0, plannedAt } = performances.get(id) ?? {};
      return plannedAt
        ? [{ performance_order: performanceOrder, planned_at: new Date(plannedAt).toISOString() }]
        : [];
    });
    return { photos: filed.length, albums: albums.slice(0, MAX_ALBUMS) };
  };
  return Promise.all(
    cameras.map(async ({ serial, model, suggestedOffsetSeconds }) => {
      const frames = await readTakenImages(db, eventId, serial);
      const { from, to } = arrivalWindow(frames);
      return {
        serial,
        model,
        photos: frames.length,
        offset_seconds: suggestedOffsetSeconds,
        arrival: from > 0 || to < 0,
        taken_at: spread(frames, MAX_DOTS).map(({ cameraTimeMs }) => new Date(cameraTimeMs).toISOString()),
        now: albumsOf(frames, 0),
        after: albumsOf(frames, suggestedOffsetSeconds * 1000),
      };
    }),
  );
}
