import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Context, Tx } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import type { Bytes } from '#server/platform/http/send-bytes.ts';
import { createFairQueue } from '#server/platform/processes/fair-queue.ts';
import { readAddress, signAddress } from '#server/platform/security/signed-address.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import type { Customer } from './conversations.queries.ts';

const MAX_INPUT_PIXELS = 60_000_000;
const MAX_SIDE = 2_400;
const QUALITY = 82;
/** A tiny file can hold a huge picture, and anybody may send one. Networks that wait take turns. */
const queue = createFairQueue({ concurrency: 1, maxWaiting: 100 });

const SIGNATURES: readonly (readonly [offset: number, text: string])[][] = [
  [[0, '\xff\xd8\xff']],
  [[0, '\x89PNG\r\n\x1a\n']],
  [
    [0, 'RIFF'],
    [8, 'WEBP'],
  ],
];

/** Stores a re-encoded copy, which carries no location, camera data or embedded payload. */
export async function attachImage(
  { db, clock, storage }: Pick<Context, 'db' | 'clock' | 'storage'>,
  owner: Customer,
  { file, from }: { file: Buffer; from: string },
): Promise<AttachmentRow> {
  const { data, info } = await reencode(file, from);
  const name = randomUUID();
  // The row comes first, because the sweep finds abandoned files by their rows.
  const row = await db
    .insertInto('supportAttachments')
    .values({
      ...owner,
      storageKey: `support/${name.slice(0, 2)}/${name}.webp`,
      width: info.width,
      height: info.height,
      sizeBytes: data.length,
      createdAt: clock.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await storage.put(row.storageKey, data);
  return row;
}

async function reencode(file: Buffer, from: string) {
  const head = file.toString('latin1', 0, 16);
  const isImage = SIGNATURES.some((parts) => parts.every(([offset, text]) => head.startsWith(text, offset)));
  if (!isImage) {
    throw new AppError('unsupported_media', { message: /*i18n*/ 'Attach a JPEG, PNG or WebP picture.' });
  }
  try {
    return await queue.run(from, () =>
      sharp(file, { limitInputPixels: MAX_INPUT_PIXELS })
        .autoOrient()
        .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
        .webp({ quality: QUALITY, effort: 2 })
        .toBuffer({ resolveWithObject: true }),
    );
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('unprocessable', { message: /*i18n*/ 'We couldn’t read this picture.' });
  }
}

const CACHE_SECONDS = 30 * 60;

export async function openAttachment(
  tx: Pick<Context, 'db' | 'clock' | 'imageKeys' | 'storage'>,
  token: string,
): Promise<Bytes> {
  const attachmentId = readAddress(tx, ATTACHMENT, token);
  const attachment = attachmentId ? await findAttachment(tx.db, attachmentId) : undefined;
  const content = attachment && (await tx.storage.read(attachment.storageKey));
  if (!content) throw new AppError('not_found');
  return {
    content,
    sizeBytes: content.length,
    etag: `"support-${attachment.id}"`,
    headers: {
      'content-type': 'image/webp',
      'cache-control': `private, max-age=${CACHE_SECONDS}, immutable`,
    },
  };
}

const ATTACHMENT = { purpose: 'support attachment', stepSeconds: 30 * 60 };

/** Everyone who was shown the message can open its pictures for a limited time. */
export function attachmentAddress(tx: Pick<Tx, 'imageKeys' | 'clock'>, attachmentId: number): string {
  return `/api/support/attachments/${signAddress(tx, ATTACHMENT, attachmentId)}`;
}

const KEEP_UNSENT_MINUTES = 24 * 60;
const SWEEP_BATCH = 200;

/** Deletes the row first, so that nobody sends a picture whose file is gone. */
export async function sweepAttachments({
  db,
  clock,
  storage,
}: Pick<Context, 'db' | 'clock' | 'storage'>): Promise<void> {
  const unsent = await db
    .selectFrom('supportAttachments')
    .select(['id', 'storageKey'])
    .where('messageId', 'is', null)
    .where('createdAt', '<', minutesFrom(clock.now(), -KEEP_UNSENT_MINUTES).toISOString())
    .orderBy('id')
    .limit(SWEEP_BATCH)
    .execute();
  for (const { id, storageKey } of unsent) {
    // It may have been sent meanwhile.
    const { numDeletedRows } = await db
      .deleteFrom('supportAttachments')
      .where('id', '=', id)
      .where('messageId', 'is', null)
      .executeTakeFirst();
    if (numDeletedRows > 0n) await storage.delete(storageKey);
  }
}

function findAttachment(db: Db, attachmentId: number) {
  return db.selectFrom('supportAttachments').selectAll().where('id', '=', attachmentId).executeTakeFirst();
}

export type AttachmentRow = NonNullable<Awaited<ReturnType<typeof findAttachment>>>;
