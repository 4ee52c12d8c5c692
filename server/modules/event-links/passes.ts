import type { BodyOf, ResponseOf } from '#contract/endpoint.ts';
import {
  FRAME_STATES,
  MAX_PASS_BYTES,
  MAX_PASS_FILES,
  PASS_ENDED,
  PASS_FILES_PER_10_MINUTES,
  PASS_FRAMES_PER_PAGE,
  type Pass,
  type PassPhoto,
  type PassPhotoState,
  type passEndpoints,
} from '#contract/endpoints/passes.ts';
import type { Event } from '#contract/entities/album.ts';
import type { Context, Tx } from '#server/context.ts';
import { getEvent } from '#server/modules/catalogue/browse-albums.ts';
import {
  countPassPhotoStates,
  countReceived,
  findFrameFolder,
  type ImageOfPass,
  listImagesOfPasses,
} from '#server/modules/images/images-of-passes.ts';
import { findMarkedImage, readImageName, type ServeContext } from '#server/modules/images/serve-images.ts';
import { linkViewer } from '#server/modules/images/view-log.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import type { Bytes } from '#server/platform/http/send-bytes.ts';
import { consumeRateLimits } from '#server/platform/security/rate-limit.ts';
import { PASS_PICTURE, readAddress, signAddress } from '#server/platform/security/signed-address.ts';
import { toIsoOrNull } from '#server/platform/time/timestamps.ts';
import { cameraAccount, renewCameraPassword } from './camera-accounts.ts';
import { findWorkingLink, type ResolvedLink, resolveEventLink } from './event-links.ts';

export type FollowedPass = ResolvedLink & {
  /** All passes of the same photographer at this event, also ended ones, because a lost pass is replaced. */
  passIds: number[];
};

export async function resolvePass(tx: Pick<Tx, 'db' | 'clock'>, token: string): Promise<FollowedPass> {
  const pass = await resolveEventLink(tx, 'pass', token, PASS_ENDED);
  return { ...pass, passIds: await listPassesOfSame(tx.db, pass) };
}

export async function openPass(
  tx: Pick<Tx, 'db' | 'clock' | 'config' | 'cameraKeys'>,
  token: string,
): Promise<Pass> {
  const pass = await resolvePass(tx, token);
  const { filesBegun } = await tx.db
    .selectFrom('photographerPasses')
    .select(['filesBegun', 'bytesBegun'])
    .where('id', '=', pass.id)
    .executeTakeFirstOrThrow();
  return toWirePass({
    pass,
    event: await getEvent(tx.db, pass.eventId),
    filesLeft: Math.max(0, MAX_PASS_FILES - filesBegun),
    frames: await countPassPhotoStates(tx.db, pass.passIds),
    camera: await describeCamera(tx, pass),
  });
}

export async function renewPassword(context: Context, token: string): Promise<Pass> {
  await renewCameraPassword(context, (await resolvePass(context, token)).id);
  return openPass(context, token);
}

const DAY_MS = 86_400_000;

async function describeCamera(
  { db, clock, config, cameraKeys }: Pick<Tx, 'db' | 'clock' | 'config' | 'cameraKeys'>,
  pass: FollowedPass,
): Promise<Pass['camera']> {
  if (!config.ftp) return null;
  const { host, port } = config.ftp;
  const since = new Date(clock.now().getTime() - DAY_MS);
  const { newest, received } = await countReceived(db, pass.passIds, since);
  return {
    host,
    port,
    ...(await cameraAccount({ db, cameraKeys }, pass.id)),
    last_photo_at: toIsoOrNull(newest),
    received_today: received,
  };
}

export async function listPassPhotos(
  context: Pick<Context, 'db' | 'clock' | 'imageKeys'>,
  { token, before, state }: BodyOf<typeof passEndpoints.listPassPhotos>,
): Promise<ResponseOf<typeof passEndpoints.listPassPhotos>> {
  const pass = await resolvePass(context, token);
  const page = { beforeId: before, state, limit: PASS_FRAMES_PER_PAGE + 1 };
  const rows = await listImagesOfPasses(context.db, pass.passIds, page);
  const frames = rows.slice(0, PASS_FRAMES_PER_PAGE);
  return {
    frames: frames.map(toWirePassPhoto),
    next: rows.length > frames.length ? (frames.at(-1)?.id ?? null) : null,
    auth: signAddress(context, PASS_PICTURE, pass.id),
  };
}

/** Serves watermarked thumbs of own frames, also of unsorted and rejected ones. */
export async function serveImageOfPass(
  context: Context & ServeContext,
  name: string,
  token: string,
): Promise<Bytes> {
  const wanted = readImageName(name);
  const passId = readAddress(context, PASS_PICTURE, token);
  const pass = passId === undefined ? undefined : await findWorkingLink(context, 'pass', passId);
  if (wanted?.variant !== 'thumb' || !pass) throw new AppError('not_found');
  const passIds = await listPassesOfSame(context.db, pass);
  const folderUuid = await findFrameFolder(context.db, passIds, wanted.imageId);
  const address = folderUuid && { folderUuid, imageId: wanted.imageId, variant: wanted.variant };
  const picture = address && (await findMarkedImage(context, address, linkViewer('pass', pass.id)));
  if (!picture) throw new AppError('not_found');
  return picture;
}

/** Counts an upload before it begins, so that many at once cannot pass the limits of a pass together. */
export async function beginPassUpload(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  passId: number,
  sizeBytes: number,
): Promise<void> {
  await consumeRateLimits({ db, clock }, [
    { key: `pass-upload:${passId}`, max: PASS_FILES_PER_10_MINUTES, minutes: 10 },
  ]);
  // No row is found if the pass has reached a limit.
  const counted = await db
    .updateTable('photographerPasses')
    .set((eb) => ({
      filesBegun: eb('filesBegun', '+', 1),
      bytesBegun: eb('bytesBegun', '+', sizeBytes),
    }))
    .where('id', '=', passId)
    .where('filesBegun', '<', MAX_PASS_FILES)
    .where('bytesBegun', '<=', MAX_PASS_BYTES - sizeBytes)
    .returning('id')
    .executeTakeFirst();
  if (counted) return;
  throw new AppError('too_many', {
    message: `This pass has reached its limit of ${MAX_PASS_FILES.toLocaleString('en-US')} photos. Ask the photo team for another.`,
  });
}

type PassFacts = {
  pass: FollowedPass;
  event: Event;
  filesLeft: number;
  frames: { state: PassPhotoState; frames: number }[];
  camera: Pass['camera'];
};

export function toWirePass({ pass, event, filesLeft, frames, camera }: PassFacts): Pass {
  const counts = Object.fromEntries(FRAME_STATES.map((state) => [state, 0])) as Pass['counts'];
  for (const { state, frames: number } of frames) counts[state] = number;
  return {
    photographer: pass.label,
    event: {
      name: event.name,
      venue_name: event.venue_name,
      city: event.city,
      state: event.state,
      start_date: event.start_date,
      time_zone: event.time_zone,
    },
    ends_on: pass.endsOn,
    files_left: filesLeft,
    counts,
    camera,
  };
}

export function toWirePassPhoto(row: ImageOfPass): PassPhoto {
  const isFiled = row.state === 'published' || row.state === 'filed';
  return {
    ...row.image,
    file_name: row.fileName,
    state: row.state,
    doubt: row.state === 'unsorted' ? (row.doubt as PassPhoto['doubt']) : null,
    reason: row.state === 'failed' ? row.failure : null,
    album: isFiled ? `${row.programName} ${row.teamName}`.trim() : null,
  };
}

/** Lists the passes of the same photographer at the same event. */
export async function listPassesOfSame(
  db: Db,
  { eventId, label }: { eventId: number; label: string },
): Promise<number[]> {
  const rows = await db
    .selectFrom('photographerPasses')
    .select('id')
    .where('eventId', '=', eventId)
    .where('label', '=', label)
    .execute();
  return rows.map(({ id }) => id);
}

/** Maps passes to the names that their photos are credited to. */
export function passesToJoin(db: Db) {
  return db.selectFrom('photographerPasses').select(['id', 'label']);
}
