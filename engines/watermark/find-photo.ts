import type { Sharp } from 'sharp';
import { findOverlay } from './find-overlay.ts';
import { type GrayImage, readGray } from './gray-image.ts';
import { detectFeatures, emptyFeatures, type Features, WORDS } from './local-features.ts';
import { leakedFeatures, MAX_BITS, type Matches, openMatching } from './match-features.ts';
import type { Leak, Turn } from './open-leak.ts';
import { openVoting } from './vote-place.ts';

// Finds which stored photo a leak shows. A fingerprint of at most 2 KB per photo is compared in memory, a chunk at a time.

/** `score` is higher the more features agree about one place, and the rarer they are among the photos searched. */
export type FoundPhoto = { photoId: number; score: number; turn: Turn };

export const FINGERPRINT_VERSION = 1;
/** A stored feature has a place in this list as its level, so the list must never change. */
const LEVELS = [400, 333, 278, 231];
/** Two levels are enough, because the leak is looked at in many; they take two fifths of the time of all four. */
const STORED = { longSides: [333, 231], max: 48, cells: 5, maxPerCell: 3 };
const FEATURE_BYTES = 4 + 1 + WORDS * 4;

export async function fingerprint(preview: Sharp): Promise<Buffer> {
  const side = STORED.longSides[0] as number;
  return fingerprintOf(await readGray(preview.resize(side, side, { fit: 'inside', kernel: 'linear' })));
}

/** A byte for the version, then each feature: its place in two shorts, its level in a byte, its descriptor. */
export function fingerprintOf(picture: GrayImage): Buffer {
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
  if (bytes[0] !== FINGERPRINT_VERSION || !Number.isInteger(count) || count > STORED.max)
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

/** The caller adds the fingerprint of every photo, and then asks which photos look most like the leak. */
export type PhotoSearch = {
  add(photoId: number, fingerprint: Uint8Array): void;
  best(max: number): FoundPhoto[];
};

/** Opens one search for each way the leak may be turned; all of them need every photo. */
export async function openSearch(leak: Leak, turns: readonly Turn[]): Promise<PhotoSearch> {
  const searches = await Promise.all(
    turns.map(async (turn) => ({
      turn,
      rank: rankPhotos(await leakedFeatures(leak, turn)),
    })),
  );
  return {
    add(photoId, bytes) {
      const stored = readFingerprint(bytes);
      for (const { rank } of searches) rank.add(photoId, stored);
    },
    best(max) {
      const found = searches.flatMap(({ turn, rank }) => rank.list().map((one) => ({ ...one, turn })));
      const byPhoto = new Map<number, FoundPhoto>();
      for (const one of found.sort((a, b) => a.score - b.score)) byPhoto.set(one.photoId, one);
      return [...byPhoto.values()].sort((a, b) => b.score - a.score).slice(0, max);
    },
  };
}

// Ranks stored photos by how well their features agree with those of a leak.

/** `list` returns the photos that may be in the leak, in no order. */
type PhotoRanking = {
  add(photoId: number, stored: Features): void;
  list(): { photoId: number; score: number }[];
};

/** The number of photos that are overlaid exactly. */
const MAX_PROMISING = 400;

type Promising = { photoId: number; stored: Features; score: number; matches: Matches };

/**
 * Each photo is judged by the place that most of its features vote for. Only the most promising ones are kept, so that
 * memory does not grow with the number of photos; these are then laid over the leak exactly.
 */
export function rankPhotos(leaked: Features): PhotoRanking {
  const photosWith = new Uint32Array(leaked.count);
  const lastPhotoWith = new Uint32Array(leaked.count);
  const matchFeatures = openMatching(leaked);
  const votePlace = openVoting(leaked);
  let promising: Promising[] = [];
  let least = 0;
  let photos = 0;

  /** A feature that many photos have, like a stage or a letter, tells less than a rare one. */
  function weigh({ count, leaked: features, bits }: Matches): Float64Array {
    const all = Math.log(photos + 20);
    const weights = new Float64Array(count);
    for (let n = 0; n < count; n += 1) {
      const rarity = 1 - Math.log((photosWith[features[n] as number] as number) + 1) / all;
      weights[n] = rarity * rarity * (1 - (bits[n] as number) / (MAX_BITS + 12));
    }
    return weights;
  }

  function countPhotos({ count, leaked: features }: Matches): void {
    for (let n = 0; n < count; n += 1) {
      const i = features[n] as number;
      if (lastPhotoWith[i] !== photos) photosWith[i] = (photosWith[i] as number) + 1;
      lastPhotoWith[i] = photos;
    }
  }

  return {
    add(photoId: number, stored: Features): void {
      photos += 1;
      const all = matchFeatures(stored);
      const vote = votePlace(stored, all, weigh(all));
      countPhotos(all);
      if (!vote || vote.score <= least) return;
      promising.push({ photoId, stored, ...vote });
      if (promising.length < 2 * MAX_PROMISING) return;
      promising = promising.sort((one, other) => other.score - one.score).slice(0, MAX_PROMISING);
      least = promising.at(-1)?.score ?? 0;
    },
    list() {
      return promising.map(({ photoId, stored, matches }) => {
        const weights = weigh(matches);
        const score = findOverlay(leaked, stored, matches, weights)?.score ?? Math.max(...weights);
        return { photoId, score };
      });
    },
  };
}
