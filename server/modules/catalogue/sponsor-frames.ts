import sharp from 'sharp';
import { safeShareEndpoints } from '#contract/endpoints/safe-share.ts';
import type { Tx } from '#server/context.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { type Bytes, wholeFile } from '#server/platform/http/send-bytes.ts';
import { getStaffEvent } from './browse-albums.ts';
import { isJpegOrPng } from './event-pictures.ts';

const MAX_INPUT_PIXELS = 30_000_000;
const WIDTH = 1_200;
const MIN_WIDTH = 300;
const MAX_BYTES = 512 * 1024;
const CACHE_SECONDS = 60 * 60;

/** Makes a new picture of the file, so that nothing else in it leaves. */
export async function readSponsorPicture(file: Buffer): Promise<Buffer> {
  const unreadable = new AppError('unprocessable', {
    message: 'This picture could not be read. Choose a PNG or JPEG picture.',
  });
  if (!isJpegOrPng(file)) throw unreadable;
  const { data, info } = await sharp(file, { limitInputPixels: MAX_INPUT_PIXELS })
    .autoOrient()
    .resize({ width: WIDTH, withoutEnlargement: true })
    .png({ compressionLevel: 9, palette: true, quality: 90 })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw unreadable;
    });
  if (info.width < MIN_WIDTH || info.height * 2 > info.width || data.length > MAX_BYTES) {
    const message = `Choose a plain picture at least ${MIN_WIDTH} pixels wide and at least twice as wide as tall.`;
    throw new AppError('unprocessable', { message });
  }
  return data;
}

export async function setSponsorFrame(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  { eventId, picture }: { eventId: number; picture: Buffer | null },
): Promise<void> {
  await getStaffEvent(db, eventId);
  if (picture) {
    const row = { picture, changedAt: clock.now() };
    await db
      .insertInto('sponsorFrames')
      .values({ eventId, ...row })
      .onConflict((conflict) => conflict.column('eventId').doUpdateSet(row))
      .execute();
  } else await db.deleteFrom('sponsorFrames').where('eventId', '=', eventId).execute();
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'event.sponsor-frame',
    subject: `event:${eventId}`,
    after: { hasFrame: picture !== null },
  });
}

export async function hasSponsorFrame(db: Db, eventId: number): Promise<boolean> {
  const row = await db
    .selectFrom('sponsorFrames')
    .select('eventId')
    .where('eventId', '=', eventId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findSponsorFrame(db: Db, eventId: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('sponsorFrames')
    .select('picture')
    .where('eventId', '=', eventId)
    .executeTakeFirst();
  return row?.picture;
}

export async function openSponsorFrame(db: Db, params: unknown): Promise<Bytes> {
  const { data } = safeShareEndpoints.getSponsorFrame.params.safeParse(params);
  const content = data && (await findSponsorFrame(db, data.id));
  if (!content) throw new AppError('not_found');
  return wholeFile(content, 'image/png', { 'cache-control': `public, max-age=${CACHE_SECONDS}` });
}
