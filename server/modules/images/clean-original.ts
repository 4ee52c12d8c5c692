import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import sharp from 'sharp';
import type { Context } from '#server/context.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import type { Db } from '#server/platform/database/database.ts';
import { creditJpeg, type Insertion, insertBytes, type Rights, xmpPacket } from './credit-jpeg.ts';
import { originalKey, rewrittenKey } from './image-keys.ts';
import { turnJpeg } from './turn-jpeg.ts';
import { type BlankSpan, blankInPlace, findLocation } from './without-location.ts';

const FORMATS: readonly OriginalFormat[] = ['jpeg', 'png', 'webp', 'tiff'];

type StoredOriginal = { id: number; eventId: number; contentHash: Buffer; rotation: number };

const JPEG_START = Buffer.from([0xff, 0xd8, 0xff]);

export class MissingOriginalError extends Error {
  constructor(imageIds: number[]) {
    super(`originals are missing in the storage: images ${imageIds.slice(0, 20).join(', ')}`);
  }
}

type CleanContext = Pick<Context, 'db' | 'storage' | 'config' | 'log' | 'clock'>;

export async function cleanOriginal(context: CleanContext, image: StoredOriginal): Promise<CleanFacts> {
  const facts = await readCleanFacts(context, image, await findTaken(context, image.id));
  await saveCleanFacts(context.db, image.id, facts);
  return facts;
}

/**
 * Finds the location data in an original and the places for creator and rights. A JPEG is sent with these bytes changed on
 * the way. Other formats get a stored copy, because encoding again later could give different bytes.
 */
export async function readCleanFacts(
  context: CleanContext,
  image: StoredOriginal,
  taken: Taken,
): Promise<CleanFacts> {
  const { storage } = context;
  const file = await storage.read(originalKey(image.eventId, image.contentHash));
  if (!file) throw new MissingOriginalError([image.id]);
  const rights = await rightsOf(context, taken);
  const isJpeg = file.subarray(0, JPEG_START.length).equals(JPEG_START);
  const facts = isJpeg
    ? factsOfJpeg(file, image.rotation, rights)
    : await rewrite(file, image.rotation, rights);
  if (facts.copy) await storage.put(cleanKey(image, facts), facts.copy);
  const { copy: _stored, ...kept } = facts;
  return kept;
}

type Taken = { photographer: string | null; cameraTime: Date | null };

async function findTaken({ db }: Pick<Context, 'db'>, imageId: number): Promise<Taken> {
  const { photographer, cameraTime } = await db
    .selectFrom('images')
    .select(['photographer', 'cameraTime'])
    .where('id', '=', imageId)
    .executeTakeFirstOrThrow();
  return { photographer, cameraTime: cameraTime === null ? null : new Date(cameraTime) };
}

export async function findRights(context: CleanContext, imageId: number): Promise<Rights> {
  return rightsOf(context, await findTaken(context, imageId));
}

async function rightsOf(context: CleanContext, { photographer, cameraTime }: Taken): Promise<Rights> {
  const { copyright_holder, rights_url, site_name } = await getSettings(context);
  const holder = copyright_holder || site_name;
  return {
    creator: photographer?.trim() || null,
    holder,
    notice: `© ${(cameraTime ?? context.clock.now()).getUTCFullYear()} ${holder}`,
    url: rights_url || `${context.config.publicUrl}/terms`,
  };
}

/** Uses the saved facts or reads the file. Returns undefined if the file is missing. */
export async function findCleanOriginal(context: CleanContext, image: StoredOriginal, { anew = false } = {}) {
  const kept = anew ? undefined : await findCleanFacts(context.db, image);
  const facts = kept ?? (await cleanUnlessMissing(context, image));
  if (!facts) return undefined;
  const key = cleanKey(image, facts);
  const file = await context.storage.stat(key);
  return file?.sizeBytes === storedBytes(facts) ? { ...facts, imageId: image.id, key } : undefined;
}

async function cleanUnlessMissing(context: CleanContext, image: StoredOriginal) {
  try {
    return await cleanOriginal(context, image);
  } catch (error) {
    if (error instanceof MissingOriginalError) return undefined;
    throw error;
  }
}

export function cleanKey(
  { eventId, contentHash, rotation }: Omit<StoredOriginal, 'id'>,
  { format, isCopy }: Pick<CleanFacts, 'format' | 'isCopy'>,
): string {
  const isOwnFile = format === 'jpeg' && !isCopy;
  return isOwnFile ? originalKey(eventId, contentHash) : rewrittenKey(eventId, contentHash, rotation);
}

type MadeFacts = CleanFacts & { copy?: Buffer };

/** A turned photo keeps its pixels: only the orientation in its header changes. */
function factsOfJpeg(original: Buffer, rotation: number, rights: Rights): MadeFacts {
  const turned = turnJpeg(original, rotation);
  const file = turned.copy ?? original;
  const changed = tidy([...findLocation(file), ...turned.spans], file.length);
  blankInPlace(file, 0, changed);
  const credit = creditJpeg(file, rights);
  const blanks = tidy([...changed, ...credit.spans], file.length);
  blankInPlace(file, 0, blanks);
  const sent = insertBytes(file, credit.insertions);
  const facts = {
    format: 'jpeg',
    rotation,
    sizeBytes: sent.length,
    crc32: crc32(sent),
    insertions: credit.insertions,
  } as const;
  return turned.copy
    ? { ...facts, isCopy: true, blanks: [], copy: file }
    : { ...facts, isCopy: false, blanks };
}

async function rewrite(file: Buffer, rotation: number, rights: Rights): Promise<MadeFacts> {
  const picture = sharp(file).autoOrient().rotate(rotation).keepIccProfile().withXmp(xmpPacket(rights));
  const { format: found } = await picture.metadata();
  const format = FORMATS.find((known) => known === found);
  if (!format) throw new Error(`an original has the unsupported format ${found}`);
  // A quality would reduce a PNG to 256 colors.
  const copy = await picture.toFormat(format, format === 'png' ? {} : { quality: 95 }).toBuffer();
  const facts = { format, rotation, isCopy: true, sizeBytes: copy.length, crc32: crc32(copy) };
  return { ...facts, blanks: [], insertions: [], copy };
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

export type OriginalFormat = 'jpeg' | 'png' | 'webp' | 'tiff';

/** With these facts any part of an original can be sent without reading the file first. */
export type CleanFacts = {
  format: OriginalFormat;
  /** The rotation by staff at the time the facts were read. */
  rotation: number;
  /** True if a JPEG is sent from a stored copy, because its own file has no place for the rotation. */
  isCopy: boolean;
  sizeBytes: number;
  crc32: number;
  /** Sorted, without overlaps, and inside the file. */
  blanks: BlankSpan[];
  /** Sorted. The size and the checksum are those of the file with them. */
  insertions: Insertion[];
};

export type PackedInsertions = [at: number, base64: string][];

export function storedBytes({ sizeBytes, insertions }: Pick<CleanFacts, 'sizeBytes' | 'insertions'>): number {
  return insertions.reduce((size, { bytes }) => size - bytes.length, sizeBytes);
}

function packInsertions(insertions: readonly Insertion[]): PackedInsertions {
  return insertions.map(({ at, bytes }) => [at, bytes.toString('base64')]);
}

export function unpackInsertions(packed: PackedInsertions): Insertion[] {
  return packed.map(([at, base64]) => ({ at, bytes: Buffer.from(base64, 'base64') }));
}

export async function saveCleanFacts(db: Db, imageId: number, facts: CleanFacts): Promise<void> {
  const row = {
    ...facts,
    blanks: JSON.stringify(facts.blanks),
    insertions: JSON.stringify(packInsertions(facts.insertions)),
  };
  await db
    .insertInto('cleanOriginals')
    .values({ imageId, ...row })
    .onConflict((conflict) => conflict.column('imageId').doUpdateSet(row))
    .execute();
}

/** Facts from before the photo was turned are not found. */
export async function findCleanFacts(
  db: Db,
  { id, rotation }: { id: number; rotation: number },
): Promise<CleanFacts | undefined> {
  const row = await db
    .selectFrom('cleanOriginals')
    .select(['sizeBytes', 'crc32', 'rotation', 'isCopy'])
    .select([sql<OriginalFormat>`format`.as('format'), sql<BlankSpan[]>`blanks`.as('blanks')])
    .select(sql<PackedInsertions>`insertions`.as('insertions'))
    .where('imageId', '=', id)
    .where('rotation', '=', rotation)
    .executeTakeFirst();
  return row && { ...row, insertions: unpackInsertions(row.insertions) };
}
