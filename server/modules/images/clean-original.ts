import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import type { Context } from '#server/context.ts';
import {
  type CleanFacts,
  findCleanFacts,
  type OriginalFormat,
  saveCleanFacts,
} from './clean-originals.queries.ts';
import { originalKey, rewrittenKey } from './image-keys.ts';
import { type BlankSpan, findLocation } from './without-location.ts';

const FORMATS: readonly OriginalFormat[] = ['jpeg', 'png', 'webp', 'tiff'];

type StoredOriginal = { id: number; eventId: number; contentHash: Buffer };

const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);

/** The original of this image is not where it should be. */
export class MissingOriginalError extends Error {
  constructor(imageIds: number[]) {
    super(`originals are missing in the storage: images ${imageIds.slice(0, 20).join(', ')}`);
  }
}

/**
 * Looks once for the location in an original and keeps what was found. A JPEG is sent with its location blanked;
 * of other formats a copy without metadata is stored, because an encoder may write other bytes tomorrow.
 */
export async function cleanOriginal(
  { db, storage }: Pick<Context, 'db' | 'storage'>,
  image: StoredOriginal,
): Promise<CleanFacts> {
  const file = await storage.read(originalKey(image.eventId, image.contentHash));
  if (!file) throw new MissingOriginalError([image.id]);
  const isJpeg = file.subarray(0, JPEG_START.length).equals(JPEG_START);
  const facts = isJpeg ? factsOfJpeg(file) : await rewrite(file);
  if (facts.copy) await storage.put(rewrittenKey(image.eventId, image.contentHash), facts.copy);
  const { copy: _stored, ...kept } = facts;
  await saveCleanFacts(db, image.id, kept);
  return kept;
}

/** From what is kept, or by looking into the file now; undefined when it is missing. */
export async function findCleanOriginal(
  world: Pick<Context, 'db' | 'storage'>,
  image: StoredOriginal,
  { anew = false } = {},
) {
  const kept = anew ? undefined : await findCleanFacts(world.db, image.id);
  const facts = kept ?? (await cleanUnlessMissing(world, image));
  if (!facts) return undefined;
  const key = cleanKey(image, facts.format);
  const file = await world.storage.stat(key);
  return file?.sizeBytes === facts.sizeBytes ? { ...facts, imageId: image.id, key } : undefined;
}

async function cleanUnlessMissing(world: Pick<Context, 'db' | 'storage'>, image: StoredOriginal) {
  try {
    return await cleanOriginal(world, image);
  } catch (error) {
    if (error instanceof MissingOriginalError) return undefined;
    throw error;
  }
}

/** Where the bytes lie that may leave. */
export function cleanKey(image: Omit<StoredOriginal, 'id'>, format: OriginalFormat): string {
  const keyOf = format === 'jpeg' ? originalKey : rewrittenKey;
  return keyOf(image.eventId, image.contentHash);
}

type MadeFacts = CleanFacts & { copy?: Buffer };

function factsOfJpeg(file: Buffer): MadeFacts {
  const blanks = tidy(findLocation(file), file.length);
  for (const { start, endExclusive, fill } of blanks) file.fill(fill, start, endExclusive);
  return { format: 'jpeg', sizeBytes: file.length, crc32: crc32(file), blanks };
}

async function rewrite(file: Buffer): Promise<MadeFacts> {
  const picture = sharp(file).autoOrient().keepIccProfile();
  const { format: found } = await picture.metadata();
  const format = FORMATS.find((known) => known === found);
  if (!format) throw new Error(`an original is of format ${found}`);
  const copy = await picture.toFormat(format, { quality: 95 }).toBuffer();
  return { format, sizeBytes: copy.length, crc32: crc32(copy), blanks: [], copy };
}

function tidy(spans: BlankSpan[], sizeBytes: number): BlankSpan[] {
  const inside = spans
    .map((span) => ({ ...span, endExclusive: Math.min(span.endExclusive, sizeBytes) }))
    .filter((span) => span.start < span.endExclusive)
    .sort((a, b) => a.start - b.start);
  const tidied: BlankSpan[] = [];
  for (const span of inside) {
    const last = tidied.at(-1);
    const start = Math.max(span.start, last?.endExclusive ?? 0);
    if (last && span.start <= last.endExclusive && span.fill === last.fill) {
      last.endExclusive = Math.max(last.endExclusive, span.endExclusive);
    } else if (start < span.endExclusive) tidied.push({ ...span, start });
  }
  return tidied;
}
