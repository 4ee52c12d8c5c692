import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import type { Context } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { type AttachmentRow, insertAttachment } from './attachments.queries.ts';
import type { Customer } from './customer.ts';

const MAX_INPUT_PIXELS = 60_000_000;
const MAX_SIDE = 2_400;
const QUALITY = 82;

const SIGNATURES: readonly (readonly [offset: number, text: string])[][] = [
  [[0, '\xff\xd8\xff']],
  [[0, '\x89PNG\r\n\x1a\n']],
  [
    [0, 'RIFF'],
    [8, 'WEBP'],
  ],
];

/** Stores a re-encoded copy, which carries no location, camera data or embedded payload. */
export async function attachPicture(
  { db, clock, storage }: Pick<Context, 'db' | 'clock' | 'storage'>,
  owner: Customer,
  file: Buffer,
): Promise<AttachmentRow> {
  const { data, info } = await reencode(file);
  const name = randomUUID();
  // The row comes first, because the sweep finds abandoned files by their rows.
  const row = await insertAttachment(db, owner, {
    storageKey: `support/${name.slice(0, 2)}/${name}.webp`,
    width: info.width,
    height: info.height,
    sizeBytes: data.length,
    createdAt: clock.now(),
  });
  await storage.put(row.storageKey, data);
  return row;
}

async function reencode(file: Buffer) {
  const head = file.toString('latin1', 0, 16);
  const isPicture = SIGNATURES.some((parts) =>
    parts.every(([offset, text]) => head.startsWith(text, offset)),
  );
  if (!isPicture) {
    throw new AppError('unsupported_media', { message: 'Attach a JPEG, PNG or WebP picture.' });
  }
  try {
    return await sharp(file, { limitInputPixels: MAX_INPUT_PIXELS })
      .autoOrient()
      .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY, effort: 2 })
      .toBuffer({ resolveWithObject: true });
  } catch {
    throw new AppError('unprocessable', { message: 'This picture could not be read.' });
  }
}
