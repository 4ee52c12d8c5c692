import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { listPeople } from '#server/modules/accounts/list-people.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { findEventFacts } from '#server/modules/catalogue/browse-events.ts';
import { publishFirstPictures } from '#server/modules/catalogue/publish-first-pictures.ts';
import { lockSchedule } from '#server/modules/catalogue/schedule.ts';
import { listPassNames } from '#server/modules/event-links/pass-uploads.ts';
import { cleanOriginal } from '#server/modules/images/clean-original.ts';
import { currentMark } from '#server/modules/images/current-mark.ts';
import { BadImageError, type MarkedDerivatives } from '#server/modules/images/derivatives.ts';
import { findOriginal, writeDerivatives } from '#server/modules/images/derivatives-placement.ts';
import {
  type CameraFacts,
  type Doubt,
  findWaitingImage,
  imageReady,
  markClock,
  markFailed,
  markReady,
} from '#server/modules/images/image-records.ts';
import { nameOfMark } from '#server/modules/images/mark.ts';
import { newestTraceKey } from '#server/modules/images/trace-keys.ts';
import { insertCamera } from './cameras.queries.ts';
import { calibrateCamera } from './cameras.ts';
import { developPhoto } from './develop-photo.ts';
import { correctTime, fileFrame, loadFilingPlan } from './filing-plan.ts';
import { readCameraNotes } from './read-camera-notes.ts';

type Measured = {
  mark: string;
  traceKey: string;
  fingerprint: Buffer;
  lookHash?: string;
  sharpness?: number;
  lookAt?: Date;
};
type WaitingImage = NonNullable<Awaited<ReturnType<typeof loadWaitingImage>>>;

/**
 * Safe to run twice, even at the same time: derivatives are written under fixed names, and the row leaves `received`
 * only once. A file that is not a usable picture fails for good; the queue retries after any other error.
 */
export async function processImage(context: Context, imageId: number): Promise<void> {
  const image = await loadWaitingImage(context, imageId);
  if (!image) return;
  try {
    await develop(context, image);
  } catch (error) {
    if (!(error instanceof BadImageError)) throw error;
    await markFailed(context.db, imageId, error.message);
  }
}

async function loadWaitingImage({ db }: Pick<Tx, 'db'>, imageId: number) {
  const image = await findWaitingImage(db, imageId);
  const event = image && (await findEventFacts(db, image.eventId));
  if (!event) return undefined;
  const uploader = image.uploadedBy && (await listPeople(db, [image.uploadedBy])).get(image.uploadedBy);
  const passName = image.passId && (await listPassNames(db, [image.passId])).get(image.passId);
  return {
    ...image,
    timeZone: event.timeZone,
    trayUuid: event.trayUuid,
    uploaderName: uploader ? uploader.name : null,
    passName: passName || null,
  };
}

async function develop(context: Context, image: WaitingImage): Promise<void> {
  const original = await findOriginal(context, image);
  const mark = await currentMark(context);
  const marking = { mark, traceKey: newestTraceKey(context.traceKeys), imageId: image.id };
  const developed = await developPhoto(original, marking);
  const { width, height, exif, shownTime, derivatives, look, fingerprint } = developed;
  const notes = readCameraNotes(exif, image.timeZone);
  const facts: CameraFacts = {
    width,
    height,
    ...notes,
    // A pass is made for one photographer, whatever a borrowed camera says.
    photographer: image.passName ?? notes.photographer ?? image.uploaderName,
  };
  if (shownTime) await setClock(context, image, facts, shownTime);
  if (!derivatives || !fingerprint) return;
  await cleanOriginal(context, image);
  const measured: Measured = {
    mark: nameOfMark(mark),
    traceKey: derivatives.traceKey,
    fingerprint,
    ...(look && { lookHash: look.hash, sharpness: look.sharpness, lookAt: context.clock.now() }),
  };
  await fileWithDerivatives(context, image, { ...facts, ...measured }, derivatives);
}

async function setClock(
  context: Context,
  image: WaitingImage,
  facts: CameraFacts,
  shownTime: Date,
): Promise<void> {
  const { cameraSerial: serial, cameraTime } = facts;
  if (serial === null || cameraTime === null) {
    const missing = serial === null ? 'serial number' : 'time';
    throw new BadImageError(
      `This photo of the clock has no camera ${missing}, so it cannot set the camera's clock.`,
    );
  }
  await inTransaction(context, async (tx) => {
    await lockSchedule(tx.db, image.eventId, 'exclusive');
    if (!(await markClock(tx.db, image.id, facts))) return;
    const offsetSeconds = Math.round((shownTime.getTime() - cameraTime.getTime()) / 1000);
    await calibrateCamera(tx, { eventId: image.eventId, serial, offsetSeconds, calibratedAt: shownTime });
  });
}

type Place = { albumId: number | null; folder: string; doubt: Doubt | null; capturedAt: Date | null };

/** Writes the files before the row, and starts over if the schedule changed in between. */
async function fileWithDerivatives(
  context: Context,
  image: WaitingImage,
  facts: CameraFacts & Measured,
  derivatives: MarkedDerivatives,
): Promise<void> {
  for (let isFiled = false; !isFiled; ) {
    const place = await findPlace(context, image, facts);
    await writeDerivatives(context, place.folder, image.id, derivatives);
    isFiled = await inTransaction(context, async (tx) => {
      await lockSchedule(tx.db, image.eventId, 'shared');
      const current = await findPlace(tx, image, facts);
      if (current.folder !== place.folder) return false;
      await fileAt(tx, image, { ...facts, placeholder: derivatives.placeholder }, current);
      return true;
    });
  }
}

async function findPlace({ db }: Pick<Tx, 'db'>, image: WaitingImage, facts: CameraFacts): Promise<Place> {
  const plan = await loadFilingPlan(db, image.eventId);
  if (image.albumId !== null) {
    const album = await findAlbumFacts(db, image.albumId);
    if (!album) throw new Error(`the album of image ${image.id} is missing`);
    return { albumId: album.id, folder: album.uuid, doubt: null, capturedAt: correctTime(plan, facts) };
  }
  const { capturedAt, filing } = fileFrame(plan, facts);
  const folder = plan.albumUuids.get(filing.albumId ?? 0) ?? image.trayUuid;
  return { albumId: filing.albumId, folder, doubt: filing.doubt, capturedAt };
}

async function fileAt(
  tx: Tx,
  image: WaitingImage,
  facts: CameraFacts & Measured & { placeholder: string },
  { albumId, doubt, capturedAt }: Place,
): Promise<void> {
  if (facts.cameraSerial !== null) await insertCamera(tx.db, image.eventId, facts.cameraSerial);
  const isFirst = await markReady(tx.db, image.id, { ...facts, albumId, doubt, capturedAt });
  if (!isFirst) return;
  await tx.queue.enqueue(tx.db, imageReady, { imageId: image.id });
  await publishFirstPictures(tx, [{ albumId }]);
}
