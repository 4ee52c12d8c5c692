import { MAX_CLOCK_ERROR_SECONDS } from '#contract/endpoints/ingest.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { namesToJoin } from '#server/modules/accounts/find-people.ts';
import { albumsToJoin } from '#server/modules/catalogue/albums.ts';
import { eventsToJoin } from '#server/modules/catalogue/events.ts';
import { publishFirstImages } from '#server/modules/catalogue/publish-album.ts';
import { lockSchedule } from '#server/modules/catalogue/schedule.ts';
import { passesToJoin } from '#server/modules/event-links/passes.ts';
import { readCleanFacts } from '#server/modules/images/clean-original.ts';
import { BadImageError, type MarkedDerivatives } from '#server/modules/images/derivatives.ts';
import { getOriginalFile, writeDerivatives } from '#server/modules/images/derivatives-placement.ts';
import { settleLater } from '#server/modules/images/image-records.ts';
import {
  becomeReady,
  type CameraFacts,
  type Doubt,
  imageReady,
  markClock,
  markFailed,
  waitingImages,
} from '#server/modules/images/new-images.ts';
import { newestTraceKey } from '#server/modules/images/trace-keys.ts';
import { currentMark, nameOfMark } from '#server/modules/images/watermark.ts';
import type { Db } from '#server/platform/database/database.ts';
import { calibrateCamera, insertCamera } from './cameras.ts';
import { askToCheckClock } from './clock-hints.ts';
import { developPhoto } from './develop-photo.ts';
import { correctTime, type FilingPlan, fileImage, loadFilingPlan } from './filing.ts';
import { readCameraNotes } from './read-camera-notes.ts';

type Measured = Omit<Parameters<typeof becomeReady>[2], keyof CameraFacts | keyof Place | 'schedule'>;
type WaitingImage = NonNullable<Awaited<ReturnType<typeof findWaitingImage>>>;

/**
 * Safe to run twice, even at the same time: derivatives are written under fixed names, and the row leaves `received`
 * only once. A file that is not a usable picture fails for good; the queue retries after any other error.
 */
export async function processImage(context: Context, imageId: number): Promise<void> {
  const image = await findWaitingImage(context.db, imageId);
  if (!image) return;
  try {
    await develop(context, image);
  } catch (error) {
    if (!(error instanceof BadImageError)) throw error;
    await markFailed(context.db, imageId, error.message);
  }
}

async function develop(context: Context, image: WaitingImage): Promise<void> {
  const original = await getOriginalFile(context, image);
  const mark = await currentMark(context);
  const marking = { mark, traceKey: newestTraceKey(context.traceKeys), imageId: image.id };
  const developed = await developPhoto(original, marking);
  const { width, height, shownTime, derivatives, measures, fingerprint } = developed;
  const { cameraModel, ...notes } = readCameraNotes(developed, image.timeZone);
  const facts: CameraFacts = {
    width,
    height,
    ...notes,
    // A pass is made for one photographer, whatever a borrowed camera says.
    photographer: image.passName ?? notes.photographer ?? image.uploaderName,
  };
  if (shownTime) await setClock(context, image, { ...facts, cameraModel }, shownTime);
  if (!derivatives || !fingerprint) return;
  const measured: Measured = {
    clean: await readCleanFacts(context, image, facts),
    placeholder: derivatives.placeholder,
    mark: nameOfMark(mark),
    traceKey: derivatives.traceKey,
    fingerprint,
    ...(measures && { perceptualHash: measures.hash, sharpness: measures.sharpness }),
  };
  await fileWithDerivatives(context, { ...image, cameraModel }, { ...facts, ...measured }, derivatives);
}

async function setClock(
  context: Context,
  image: WaitingImage,
  { cameraModel, ...facts }: CameraFacts & Modeled,
  shownTime: Date,
): Promise<void> {
  const { cameraSerial: serial, cameraTime } = facts;
  if (serial === null || cameraTime === null) {
    const missing = serial === null ? 'serial number' : 'time';
    throw new BadImageError(
      `This photo of the clock has no camera ${missing}, so it cannot set the camera's clock.`,
    );
  }
  const offsetSeconds = Math.round((shownTime.getTime() - cameraTime.getTime()) / 1000);
  if (Math.abs(offsetSeconds) > MAX_CLOCK_ERROR_SECONDS) {
    throw new BadImageError('This photo shows a clock with an impossible date. Show the clock page again.');
  }
  await inTransaction(context, async (tx) => {
    await lockSchedule(tx.db, image.eventId, 'exclusive');
    if (!(await markClock(tx.db, image.id, facts))) return;
    await insertCamera(tx.db, image.eventId, serial, cameraModel);
    await calibrateCamera(tx, { eventId: image.eventId, serial, offsetSeconds, calibratedAt: shownTime });
  });
}

type Modeled = { cameraModel: string | null };
type Place = { albumId: number | null; doubt: Doubt | null; capturedAt: Date | null };

/** Writes the files before the row, and starts over if the schedule changed in between. */
async function fileWithDerivatives(
  context: Context,
  image: WaitingImage & Modeled,
  facts: CameraFacts & Measured,
  derivatives: MarkedDerivatives,
): Promise<void> {
  const { id: imageId, cameraModel } = image;
  const left = new Set<string>();
  for (let frame: WaitingImage | undefined = image; frame; ) {
    // The frame has the version of the schedule, so the plan is as new as this version or newer.
    const plan = await loadFilingPlan(context.db, frame.eventId);
    const { folder, ...place } = findPlace(frame, plan, facts);
    left.add(folder);
    await writeDerivatives(context, folder, imageId, derivatives);
    const isFiled = await fileAt(context, { ...frame, cameraModel, plan }, { ...facts, ...place });
    if (isFiled) left.delete(folder);
    frame = isFiled ? undefined : await findWaitingImage(context.db, imageId);
  }
  // Whoever may open another album must not find the photo in its folder.
  await settleLater(
    context,
    [...left].map((folder) => ({ folder, imageId })),
  );
}

function findPlace(image: WaitingImage, plan: FilingPlan, facts: CameraFacts): Place & { folder: string } {
  if (image.albumId !== null) {
    if (!image.albumUuid) throw new Error(`the album of image ${image.id} is missing`);
    const capturedAt = correctTime(plan, facts);
    return { albumId: image.albumId, folder: image.albumUuid, doubt: null, capturedAt };
  }
  const { capturedAt, filing } = fileImage(plan, facts);
  const folder = plan.albumUuids.get(filing.albumId ?? 0) ?? image.trayUuid;
  return { albumId: filing.albumId, folder, doubt: filing.doubt, capturedAt };
}

/** Returns false if the schedule changed, or if another run of the job has filed the image. */
function fileAt(
  context: Context,
  frame: WaitingImage & Modeled & { plan: FilingPlan },
  facts: CameraFacts & Measured & Place,
): Promise<boolean> {
  const { id, eventId, scheduleVersion, plan, cameraModel } = frame;
  const { cameraSerial, albumId } = facts;
  return inTransaction(context, async (tx) => {
    const schedule = { eventId, version: scheduleVersion };
    if (!(await becomeReady(tx.db, id, { ...facts, schedule }))) return false;
    if (cameraSerial !== null) {
      const offsetSeconds = plan.offsetSeconds.get(cameraSerial);
      if (offsetSeconds === undefined) await insertCamera(tx.db, eventId, cameraSerial, cameraModel);
      if ((offsetSeconds ?? null) === null && frame.albumId === null)
        await askToCheckClock(tx, { eventId, serial: cameraSerial });
    }
    await tx.queue.enqueue(tx.db, imageReady, { imageId: id });
    await publishFirstImages(tx, [{ albumId }]);
    return true;
  });
}

/** A received image with its event and album, and who sent it. */
function findWaitingImage(db: Db, imageId: number) {
  return waitingImages(db)
    .innerJoin(eventsToJoin(db).as('event'), 'event.id', 'images.eventId')
    .leftJoin(albumsToJoin(db).as('album'), 'album.id', 'images.albumId')
    .leftJoin(namesToJoin(db).as('uploader'), 'uploader.id', 'images.uploadedBy')
    .leftJoin(passesToJoin(db).as('pass'), 'pass.id', 'images.passId')
    .select(['event.timeZone', 'event.trayUuid', 'event.scheduleVersion'])
    .select(['album.uuid as albumUuid', 'uploader.name as uploaderName', 'pass.label as passName'])
    .where('images.id', '=', imageId)
    .executeTakeFirst();
}
