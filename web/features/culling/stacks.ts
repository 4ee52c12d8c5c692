// Stacking, filtering and stepping through photos while staff cull an album.

import type { CulledPhoto } from '#contract/endpoints/culling.ts';

export type Decision = 'kept' | 'rejected' | null;

export function decisionOf({ is_kept, is_rejected }: Pick<CulledPhoto, 'is_kept' | 'is_rejected'>): Decision {
  if (is_rejected) return 'rejected';
  return is_kept ? 'kept' : null;
}

export type CullFilter = 'all' | 'left' | 'kept' | 'rejected';

const MATCHES: Record<CullFilter, (photo: CulledPhoto) => boolean> = {
  all: () => true,
  left: (photo) => decisionOf(photo) === null,
  kept: ({ is_kept }) => is_kept,
  rejected: ({ is_rejected }) => is_rejected,
};

export const matchingPhotos = (photos: readonly CulledPhoto[], filter: CullFilter) =>
  photos.filter(MATCHES[filter]);

/** A burst, or one photo. The frames are in the order of time; `best` is the sharpest. */
export type Stack = { key: number; frames: CulledPhoto[]; best: CulledPhoto };

export function stacksOf(photos: readonly CulledPhoto[]): Stack[] {
  const groups = Map.groupBy(photos, ({ id, burst }) => burst?.group ?? id);
  return [...groups].flatMap(([key, frames]) => {
    const [best] = bySharpness(frames);
    return best ? [{ key, frames, best }] : [];
  });
}

const bySharpness = (frames: readonly CulledPhoto[]) =>
  frames.toSorted((a, b) => (b.sharpness ?? 0) - (a.sharpness ?? 0) || a.id - b.id);

/** A frame this far below the sharpest of its burst is visibly softer. */
const SOFT_BELOW = 0.6;

export function isSoft({ best }: Stack, frame: CulledPhoto): boolean {
  return frame.sharpness !== null && frame.sharpness < SOFT_BELOW * (best.sharpness ?? 0);
}

export function countDecisions(photos: readonly CulledPhoto[]) {
  const kept = photos.filter(({ is_kept }) => is_kept).length;
  const rejected = photos.filter(({ is_rejected }) => is_rejected).length;
  return { kept, rejected, left: photos.length - kept - rejected };
}

/**
 * The photo to show after a decision: the next one that is still open, the sharpest of a burst first. After the last it
 * goes back to those that were skipped. Returns undefined when nothing is left.
 */
export function nextToDecide(
  stacks: readonly Stack[],
  at: number,
  decided: ReadonlySet<number>,
): number | undefined {
  const order = stacks.flatMap(({ frames }) => bySharpness(frames));
  const isOpen = (photo: CulledPhoto) => decisionOf(photo) === null && !decided.has(photo.id);
  const place = order.findIndex(({ id }) => id === at);
  return (order.slice(place + 1).find(isOpen) ?? order.find(isOpen))?.id;
}

/** The photos to load before somebody gets to them: sharp frames of this burst, and the best of the next ones. */
export function photosAhead(stacks: readonly Stack[], at: number): CulledPhoto[] {
  const near = bySharpness(stacks[at]?.frames ?? []).slice(0, 3);
  const next = stacks.slice(at + 1, at + 8).map(({ best }) => best);
  return [...near, ...next, ...stacks.slice(Math.max(0, at - 1), at).map(({ best }) => best)];
}
