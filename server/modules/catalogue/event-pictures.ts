import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { z } from 'zod';
import {
  EVENT_PICTURE_WIDTHS,
  isDrawnPicture,
  MIN_EVENT_PICTURE_WIDTH,
} from '#contract/rules/event-pictures.ts';
import { type Context, inTransaction, type Tx } from '#server/context.ts';
import { recordChange, versionOf } from '#server/platform/audit/versions.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { type Bytes, wholeFile } from '#server/platform/http/send-bytes.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import { getStaffEvent } from './browse-albums.ts';
import { lockEvent, updateEventFields } from './events.ts';

const MAX_INPUT_PIXELS = 60_000_000;
const QUALITY = 76;
const SIGNATURES = ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n'];

/** Other formats that the decoder knows could name further files or run for long. */
export function isJpegOrPng(file: Buffer): boolean {
  const head = file.toString('latin1', 0, 8);
  return SIGNATURES.some((signature) => head.startsWith(signature));
}

const nameOf = (picture: string, width: number) => `${picture}-${width}.webp`;
const keyOf = (name: string) => `event-pictures/${name.slice(0, 2)}/${name}`;

/** Stores re-encoded copies, which carry no location, camera data or embedded payload. */
export async function setEventPicture(
  context: Context,
  actor: Actor,
  { eventId, file }: { eventId: number; file: Buffer },
) {
  await getStaffEvent(context.db, eventId);
  const picture = randomBytes(16).toString('hex');
  for (const { width, data } of await resize(file)) {
    await context.storage.put(keyOf(nameOf(picture, width)), data);
  }
  return inTransaction(context, async (tx) => {
    await lockEvent(tx.db, eventId);
    const before = await getStaffEvent(tx.db, eventId);
    await updateEventFields(tx.db, eventId, { picture });
    await dropPicture(tx, before.picture);
    const after = await getStaffEvent(tx.db, eventId);
    const subject = `event:${eventId}`;
    await recordChange(tx.db, { actorId: actor.userId, action: 'event.update', subject, before, after });
    return { ...after, version: await versionOf(tx.db, subject) };
  });
}

async function resize(file: Buffer) {
  if (!isJpegOrPng(file)) {
    throw new AppError('unsupported_media', { message: 'Choose a JPEG or PNG picture.' });
  }
  const decoded = await sharp(file, { limitInputPixels: MAX_INPUT_PIXELS })
    .autoOrient()
    .resize({ width: Math.max(...EVENT_PICTURE_WIDTHS), withoutEnlargement: true })
    .flatten({ background: '#ffffff' })
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw new AppError('unprocessable', { message: 'This picture could not be read.' });
    });
  const { width, height, channels } = decoded.info;
  if (width < MIN_EVENT_PICTURE_WIDTH || height > 2 * width) {
    const message = `Choose a picture at least ${MIN_EVENT_PICTURE_WIDTH} pixels wide and not taller than twice that.`;
    throw new AppError('unprocessable', { message });
  }
  return Promise.all(
    EVENT_PICTURE_WIDTHS.map(async (wanted) => ({
      width: wanted,
      data: await sharp(decoded.data, { raw: { width, height, channels } })
        .resize({ width: wanted, withoutEnlargement: true })
        .webp({ quality: QUALITY })
        .toBuffer(),
    })),
  );
}

/** Enqueued in the transaction that replaces the picture, in case the process stops before the files are deleted. */
export const deletePictureJob = defineJob({
  name: 'catalogue.delete-picture',
  payload: z.object({ picture: z.string().length(32) }),
  retries: 20,
});

export async function dropPicture({ db, queue }: Pick<Tx, 'db' | 'queue'>, picture: string): Promise<void> {
  if (!isDrawnPicture(picture)) await queue.enqueue(db, deletePictureJob, { picture });
}

/** The row stays locked until the new event is there, so that the files are not deleted in between. */
export async function sharePicture(db: Db, eventId: number): Promise<string> {
  const event = await db
    .selectFrom('events')
    .select('picture')
    .where('id', '=', eventId)
    .forShare()
    .executeTakeFirst();
  if (event) return event.picture;
  const problem = { path: 'picture_from', message: 'Choose an event that exists' };
  throw new AppError('invalid_request', { details: [problem] });
}

/** Events that were copied from each other show the same files. */
export async function deletePicture(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  picture: string,
): Promise<void> {
  const used = db.selectFrom('events').select('id').where('picture', '=', picture).limit(1);
  if (await used.executeTakeFirst()) return;
  for (const width of EVENT_PICTURE_WIDTHS) await storage.delete(keyOf(nameOf(picture, width)));
}

const FILE_NAME = new RegExp(`^[0-9a-f]{32}-(${EVENT_PICTURE_WIDTHS.join('|')})\\.webp$`);
/** A picture that staff removed is gone from browsers after an hour. */
const CACHE_SECONDS = 60 * 60;

export async function openEventPicture({ storage }: Pick<Context, 'storage'>, name: string): Promise<Bytes> {
  const content = FILE_NAME.test(name) ? await storage.read(keyOf(name)) : undefined;
  if (!content) throw new AppError('not_found');
  return wholeFile(content, 'image/webp', { 'cache-control': `public, max-age=${CACHE_SECONDS}` });
}
