import { createHash, randomUUID } from 'node:crypto';
import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { MAX_IMAGE_BYTES } from '#contract/endpoints/ingest.ts';
import type { Reply } from '#engines/ftp/replies.ts';
import type { FtpHost } from '#engines/ftp/session.ts';
import { type Context, inTransaction } from '#server/context.ts';
import {
  type CameraLogIn,
  findWorkingLogIn,
  logInCamera,
} from '#server/modules/event-links/camera-accounts.ts';
import type { ResolvedLink } from '#server/modules/event-links/event-links.ts';
import { beginPassUpload } from '#server/modules/event-links/passes.ts';
import { listReceivedByPass } from '#server/modules/images/images-of-passes.ts';
import { renameImage } from '#server/modules/images/new-images.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { isDiskFull, requireSpace } from '#server/platform/operations/disk-space.ts';
import { receiveFile } from './receive-file.ts';
import {
  announcePiece,
  appendPieces,
  forgetPieces,
  forgetUpload,
  markPiece,
  openSpool,
  PIECE_BYTES,
  type Spool,
  uploadFolder,
} from './uploads/upload-pieces.ts';
import { isWholeImage } from './whole-image.ts';

/** A camera that loses its connection over and over leaves this many unfinished files at most. */
const MAX_UNFINISHED = 20;
const LISTED_FILES = 1_000;
/** Frames that a camera sends while the event is on go before folders of earlier ones. */
const CAMERA_PRIORITY = 10;

/**
 * `acknowledged` has what this connection sent. Other files of the same name may come from another body or folder, and
 * a camera that took one of them for its own would not send its photo.
 */
type Camera = CameraLogIn & { acknowledged: Map<string, Sent> };
type Sent = { sizeBytes: number; imageId: number };

/** Photographers' passes are the accounts of the FTP server. A file is acknowledged once its picture is committed. */
export function cameraUploads(context: Context): FtpHost<Camera> {
  return {
    async logIn(given) {
      try {
        const pass = await logInCamera(context, given);
        return pass && { ...pass, acknowledged: new Map() };
      } catch (error) {
        if (error instanceof AppError && error.code === 'too_many_requests') return undefined;
        throw error;
      }
    },
    receive: (pass, upload) => receiveUpload(context, pass, upload),
    async sizeOf(camera, path) {
      if (!(await findWorkingLogIn(context, camera))) return undefined;
      const unfinished = await findUnfinished(context, unfinishedId(camera.id, path));
      return unfinished?.offsetBytes ?? camera.acknowledged.get(path)?.sizeBytes;
    },
    async rename({ acknowledged }, from, to) {
      const sent = acknowledged.get(from);
      if (!sent) return false;
      acknowledged.delete(from);
      acknowledged.set(to, sent);
      await renameImage(context.db, sent.imageId, { from: posix.basename(from), to: posix.basename(to) });
      return true;
    },
    list: async (camera) =>
      (await findWorkingLogIn(context, camera)) ? listReceived(context, camera.id) : [],
  };
}

type Upload = { path: string; start: number | undefined; data: Readable };

async function receiveUpload(context: Context, camera: Camera, upload: Upload): Promise<Reply> {
  const pass = await findWorkingLogIn(context, camera);
  if (!pass) return [530, 'This pass has ended or has a new password. Ask the photo team'];
  const spool = await openSpool(uploadFolder(context));
  try {
    await requireSpace(context.config.dataDir);
    return await takeBytes(context, { ...camera, ...pass }, upload, spool);
  } catch (error) {
    if (isDiskFull(error)) return [452, 'The disk of the server is full. Send it again later'];
    // The camera has to try again later, or it would pass over the photo.
    if (error instanceof AppError && error.code === 'too_many_requests')
      return [450, 'Too many photos in ten minutes. Send it again in a minute'];
    if (error instanceof AppError && error.status < 500) return [552, error.message];
    throw error;
  } finally {
    await spool.close();
  }
}

function remember({ acknowledged }: Camera, path: string, sent: Sent): void {
  acknowledged.set(path, sent);
  const [oldest] = acknowledged.keys();
  if (acknowledged.size > LISTED_FILES && oldest !== undefined) acknowledged.delete(oldest);
}

async function takeBytes(
  context: Context,
  pass: Camera & ResolvedLink,
  { path, start, data }: Upload,
  spool: Spool,
): Promise<Reply> {
  const id = unfinishedId(pass.id, path);
  const unfinished = start === 0 ? undefined : await findUnfinished(context, id);
  const from = start ?? unfinished?.offsetBytes ?? 0;
  if (from > (unfinished?.offsetBytes ?? 0)) return [450, 'Send it from the beginning'];
  if (from > 0) {
    await appendPieces(context, spool, { uploadId: id, end: unfinished?.offsetBytes ?? 0 });
    await spool.cut(from);
  }
  const wasCut = await takeAll(data, spool);
  if (spool.sizeBytes > MAX_IMAGE_BYTES) return [552, `The limit is ${MAX_IMAGE_BYTES / 1024 ** 2} MB`];
  // A broken connection may look like the end of the file.
  if (wasCut || !(await isWholeImage(spool))) {
    await keepUnfinished(context, { id, passId: pass.id, fileName: posix.basename(path), spool });
    return [426, 'The file is not whole. Send it again'];
  }
  await beginPassUpload(context, pass.id, spool.sizeBytes);
  const received = await receiveFile(context, {
    path: spool.path,
    eventId: pass.eventId,
    albumId: null,
    announced: null,
    fileName: posix.basename(path),
    uploadedBy: null,
    passId: pass.id,
    priority: CAMERA_PRIORITY,
  });
  await forgetUpload(context, id);
  if (received.outcome === 'failed') return [553, received.reason];
  remember(pass, path, { sizeBytes: spool.sizeBytes, imageId: received.imageId });
  return [226, received.outcome === 'duplicate' ? 'We have it already' : 'Received'];
}

/** Returns whether the connection was lost. */
async function takeAll(data: Readable, spool: Spool): Promise<boolean> {
  const chunks = data[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  for (;;) {
    const next = await chunks.next().catch(() => undefined);
    if (!next) return true;
    if (next.done) return false;
    await spool.append(next.value);
    if (spool.sizeBytes > MAX_IMAGE_BYTES) {
      data.destroy();
      return false;
    }
  }
}

/** The name of what a camera sent of a file before the connection was lost, the same in every process. */
function unfinishedId(passId: number, path: string): string {
  return `camera${passId}_${createHash('sha256').update(path).digest('hex').slice(0, 32)}`;
}

function findUnfinished({ db }: Pick<Context, 'db'>, id: string) {
  return db.selectFrom('uploads').select('offsetBytes').where('id', '=', id).executeTakeFirst();
}

type Unfinished = { id: string; passId: number; fileName: string; spool: Spool };

/** Stores the bytes where every process finds them. Abandoned ones are swept like other uploads. */
async function keepUnfinished(context: Context, { id, passId, fileName, spool }: Unfinished): Promise<void> {
  await forgetUpload(context, id);
  await forgetOldest(context, passId);
  if (spool.sizeBytes === 0) return;
  const now = context.clock.now().toISOString();
  const upload = {
    id,
    batchId: randomUUID(),
    passId,
    uploadedBy: null,
    fileName: fileName.slice(-255) || 'unnamed',
    sizeBytes: MAX_IMAGE_BYTES,
    createdAt: now,
    changedAt: now,
  };
  // A connection that was lost may be noticed after the camera has sent the same file by another one.
  const isMine = await context.db
    .insertInto('uploads')
    .values(upload)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  // Another connection is keeping the same file.
  if (!isMine) return;
  const keys: string[] = [];
  for (let startByte = 0; startByte < spool.sizeBytes; startByte += PIECE_BYTES) {
    const bytes = await spool.read(startByte, Math.min(startByte + PIECE_BYTES, spool.sizeBytes));
    const key = `uploads/${id}/${randomUUID()}`;
    await announcePiece(context.db, { key, uploadId: id, startByte, sizeBytes: bytes.length });
    await context.storage.put(key, bytes);
    keys.push(key);
  }
  const isKept = await inTransaction(context, async ({ db }) => {
    const kept = await db
      .updateTable('uploads')
      .set({ offsetBytes: spool.sizeBytes })
      .where('id', '=', id)
      .where('batchId', '=', upload.batchId)
      .returning('id')
      .executeTakeFirst();
    for (const key of kept ? keys : []) await markPiece(db, key, true);
    return kept !== undefined;
  });
  if (!isKept) await forgetPieces(context, keys);
}

async function forgetOldest(context: Context, passId: number): Promise<void> {
  const rows = await context.db
    .selectFrom('uploads')
    .select('id')
    .where('passId', '=', passId)
    .where('id', 'like', 'camera%')
    .where('lockHolder', 'is', null)
    .orderBy('changedAt', 'desc')
    .offset(MAX_UNFINISHED - 1)
    .limit(MAX_UNFINISHED)
    .execute();
  for (const { id } of rows) await forgetUpload(context, id);
}

/** Today is the last 24 hours, because the calendar of the camera is unknown. */
async function listReceived({ db, clock }: Context, passId: number) {
  const since = new Date(clock.now().getTime() - 24 * 3600_000);
  const rows = await listReceivedByPass(db, passId, { since, limit: LISTED_FILES });
  return rows.map((row) => ({
    name: row.fileName,
    sizeBytes: row.sizeBytes,
    changedAt: new Date(row.createdAt),
  }));
}
