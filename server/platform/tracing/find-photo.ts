// Finds which stored photo a leak shows. A fingerprint of at most 2 KB per photo is compared in memory, a chunk at a time.
import type { Sharp } from 'sharp';
import { type GrayPicture, readGray } from './gray-picture.ts';
import { detectFeatures, distance, emptyFeatures, type Features, ones, WORDS } from './local-features.ts';
import { type Leak, shrinkLeak, type Turn, turnLeak } from './open-leak.ts';

/** `score` is higher the more features agree about one place, and the rarer they are among the photos searched. */
export type FoundPhoto = { photoId: number; score: number; turn: Turn };

export const FINGERPRINT_VERSION = 1;
/** A stored feature has a place in this list as its level, so the list must never change. */
const LEVELS = [400, 333, 278, 231];
/** Two levels are enough, because the leak is looked at in many; they take two fifths of the time of all four. */
const STORED = { longSides: [333, 231], most: 48, cells: 5, mostPerCell: 3 };
const LEAKED = { longSides: [640, 533, 444, 370, 309, 257, 214, 179], most: 700, cells: 8, mostPerCell: 22 };
const FEATURE_BYTES = 4 + 1 + WORDS * 4;
const MOST_BITS = 52;
/** Of these words of a descriptor, the first twelve bits are looked up. */
const TABLE_WORDS = [0, 2, 4, 6];
const TABLE_BITS = 12;
const TABLE_SHIFT = 32 - TABLE_BITS;
const TABLE_SIZE = 2 ** TABLE_BITS;
const NEAR = Array.from({ length: TABLE_SIZE }, (_, bits) => bits).filter((bits) => ones(bits) <= 2);
/** Watermarks and stages occur on thousands of photos and tell nothing. */
const MOST_PHOTOS_PER_FEATURE = 3000;
/** A photo of a repeated pattern would match everywhere. */
const MOST_HITS = 400;
const SAME_PLACE = 0.06;
const SAME_SCALE = 1.5;

export async function fingerprint(preview: Sharp): Promise<Buffer> {
  const side = STORED.longSides[0] as number;
  return fingerprintOf(await readGray(preview.resize(side, side, { fit: 'inside', kernel: 'linear' })));
}

/** A byte for the version, then each feature: its place in two shorts, its level in a byte, its descriptor. */
export function fingerprintOf(picture: GrayPicture): Buffer {
  const features = detectFeatures(picture, STORED);
  const bytes = Buffer.alloc(1 + features.count * FEATURE_BYTES);
  bytes[0] = FINGERPRINT_VERSION;
  for (let i = 0; i < features.count; i += 1) {
    const at = 1 + i * FEATURE_BYTES;
    bytes.writeUInt16BE(Math.round((features.x[i] as number) * 65_535), at);
    bytes.writeUInt16BE(Math.round((features.y[i] as number) * 65_535), at + 2);
    bytes[at + 4] = LEVELS.indexOf(Math.round(1 / (features.step[i] as number)));
    for (let word = 0; word < WORDS; word += 1) {
      bytes.writeInt32BE(features.words[i * WORDS + word] as number, at + 5 + word * 4);
    }
  }
  return bytes;
}

/** Returns no features for bytes of another version or length, which then match nothing. */
function readFingerprint(bytes: Uint8Array): Features {
  const count = (bytes.length - 1) / FEATURE_BYTES;
  if (bytes[0] !== FINGERPRINT_VERSION || !Number.isInteger(count) || count > STORED.most)
    return emptyFeatures(0);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const features = emptyFeatures(count);
  for (let i = 0; i < count; i += 1) {
    const at = 1 + i * FEATURE_BYTES;
    features.x[i] = view.getUint16(at) / 65_535;
    features.y[i] = view.getUint16(at + 2) / 65_535;
    features.step[i] = 1 / (LEVELS[view.getUint8(at + 4)] ?? 1);
    for (let word = 0; word < WORDS; word += 1)
      features.words[i * WORDS + word] = view.getInt32(at + 5 + word * 4);
  }
  return features;
}

type Hit = { feature: number; scale: number; x: number; y: number };

/** The caller adds the fingerprint of every photo, and then asks which photos look most like the leak. */
export type PhotoSearch = {
  add(photoId: number, fingerprint: Uint8Array): void;
  best(most: number): FoundPhoto[];
};

/** Opens one search for each way the leak may be turned; all of them need every photo. */
export async function openSearch(leak: Leak, turns: readonly Turn[]): Promise<PhotoSearch> {
  const searches = await Promise.all(
    turns.map(async (turn) => {
      const picture = await shrinkLeak(await turnLeak(leak, turn), LEAKED.longSides[0] as number);
      return searchFor(detectFeatures(picture, LEAKED), turn);
    }),
  );
  return {
    add(photoId, bytes) {
      const stored = readFingerprint(bytes);
      for (const search of searches) search.add(photoId, stored);
    },
    best(most) {
      const found = searches.flatMap((search) => search.best(most));
      const byPhoto = new Map<number, FoundPhoto>();
      for (const one of found.sort((a, b) => a.score - b.score)) byPhoto.set(one.photoId, one);
      return [...byPhoto.values()].sort((a, b) => b.score - a.score).slice(0, most);
    },
  };
}

function searchFor(leaked: Features, turn: Turn) {
  const photosWith = new Uint32Array(leaked.count);
  const lastPhotoWith = new Uint32Array(leaked.count);
  const listAlike = openTables(leaked);
  const hits = new Map<number, Hit[]>();
  let photos = 0;

  /** Each hit says where the middle of the stored photo would lie in the leak. */
  function match(stored: Features): Hit[] {
    const found: Hit[] = [];
    for (let j = 0; j < stored.count && found.length < MOST_HITS; j += 1) {
      for (const i of listAlike(stored.words, j * WORDS)) {
        if ((photosWith[i] as number) > MOST_PHOTOS_PER_FEATURE) continue;
        if (distance(leaked.words, i * WORDS, stored.words, j * WORDS) > MOST_BITS) continue;
        const scale = (leaked.step[i] as number) / (stored.step[j] as number);
        const x = (leaked.x[i] as number) + (0.5 - (stored.x[j] as number)) * scale;
        const y = (leaked.y[i] as number) + (0.5 - (stored.y[j] as number)) * scale;
        found.push({ feature: i, scale, x, y });
        if (lastPhotoWith[i] !== photos) photosWith[i] = (photosWith[i] as number) + 1;
        lastPhotoWith[i] = photos;
      }
    }
    return found;
  }

  return {
    add(photoId: number, stored: Features): void {
      photos += 1;
      const found = match(stored);
      if (found.length > 0) hits.set(photoId, found);
    },
    best(most: number): FoundPhoto[] {
      const weights = Float64Array.from(photosWith, (count) =>
        count > MOST_PHOTOS_PER_FEATURE ? 0 : Math.log((photos + 20) / (count + 1)) ** 2,
      );
      return rankPhotos(hits, weights, most).map((one) => ({ ...one, turn }));
    },
  };
}

/** Returns the features of the leak that may look like a stored one, each once; the answer is good until the next call. */
type ListAlike = (words: Int32Array, at: number) => readonly number[];

/**
 * Comparing each stored feature with each of the leak would take seconds. Features that look alike agree in nearly all
 * of some twelve bits, so each feature of the leak is kept under every number of twelve bits that differs in at most two.
 */
function openTables({ count, words }: Features): ListAlike {
  const tables = TABLE_WORDS.map((word) => {
    const table: number[][] = Array.from({ length: TABLE_SIZE }, () => []);
    for (let i = 0; i < count; i += 1) {
      const own = (words[i * WORDS + word] as number) >>> TABLE_SHIFT;
      for (const difference of NEAR) table[own ^ difference]?.push(i);
    }
    return table;
  });
  const seenIn = new Uint32Array(count);
  let asked = 0;
  return (stored, at) => {
    asked += 1;
    const alike: number[] = [];
    for (const [index, word] of TABLE_WORDS.entries()) {
      for (const i of tables[index]?.[(stored[at + word] as number) >>> TABLE_SHIFT] ?? []) {
        if (seenIn[i] === asked) continue;
        seenIn[i] = asked;
        alike.push(i);
      }
    }
    return alike;
  };
}

/**
 * No score is above the sum of the weights of all features that agree. So photos are scored in the order of that sum,
 * until those that are left cannot be among the best.
 */
function rankPhotos(hits: ReadonlyMap<number, Hit[]>, weights: Float64Array, most: number) {
  const promising = [...hits].map(([photoId, found]) => ({
    photoId,
    found,
    bound: sumOf(new Set(found.map(({ feature }) => feature)), weights),
  }));
  promising.sort((one, other) => other.bound - one.bound);
  let best: { photoId: number; score: number }[] = [];
  for (const { photoId, found, bound } of promising) {
    if (best.length >= most && bound <= (best.at(-1)?.score ?? 0)) break;
    best.push({ photoId, score: scoreOf(found, weights) });
    best = best.sort((one, other) => other.score - one.score).slice(0, most);
  }
  return best;
}

function sumOf(features: ReadonlySet<number>, weights: Float64Array): number {
  let sum = 0;
  for (const feature of features) sum += weights[feature] as number;
  return sum;
}

function scoreOf(hits: Hit[], weights: Float64Array): number {
  let best = 0;
  for (const center of hits) {
    const near = new Set<number>();
    for (const hit of hits) {
      const ratio = hit.scale / center.scale;
      if (ratio > SAME_SCALE || ratio < 1 / SAME_SCALE) continue;
      const reach = SAME_PLACE * 2 * center.scale;
      if (Math.abs(hit.x - center.x) < reach && Math.abs(hit.y - center.y) < reach) near.add(hit.feature);
    }
    best = Math.max(best, sumOf(near, weights));
  }
  return best;
}
