// Ranks stored photos by how well their features agree with those of a leak.
import { findOverlay } from './find-overlay.ts';
import type { Features } from './local-features.ts';
import { type Matches, MOST_BITS, openMatching } from './match-features.ts';
import { openVoting } from './vote-place.ts';

/** `list` returns the photos that may be in the leak, in no order. */
type PhotoRanking = {
  add(photoId: number, stored: Features): void;
  list(): { photoId: number; score: number }[];
};

/** So many photos are laid over the leak. */
const MOST_PROMISING = 400;

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
      weights[n] = rarity * rarity * (1 - (bits[n] as number) / (MOST_BITS + 12));
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
      if (promising.length < 2 * MOST_PROMISING) return;
      promising = promising.sort((one, other) => other.score - one.score).slice(0, MOST_PROMISING);
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
