import type { CulledPhoto } from '#contract/endpoints/culling.ts';

export type CullFilter = 'all' | 'kept' | 'rejected' | 'similar' | 'spare';

type Shown = {
  filter: CullFilter;
  /** Bursts that are spread out; of the others only the sharpest photo is shown. */
  openBursts: ReadonlySet<number>;
};

export function shownPhotos(photos: readonly CulledPhoto[], { filter, openBursts }: Shown): CulledPhoto[] {
  return photos.filter((photo) => {
    const { is_rejected, burst, alike } = photo;
    switch (filter) {
      case 'kept':
        return !is_rejected;
      case 'rejected':
        return is_rejected;
      case 'similar':
        return burst !== null || alike !== null;
      case 'spare':
        return isSpare(photo);
      default:
        return burst === null || burst.is_best || openBursts.has(burst.group);
    }
  });
}

/** A sharper photo of the same moment exists. */
function isSpare({ burst, alike }: Pick<CulledPhoto, 'burst' | 'alike'>): boolean {
  return burst?.is_best === false || alike?.is_best === false;
}

export function toggled(groups: ReadonlySet<number>, group: number): ReadonlySet<number> {
  const next = new Set(groups);
  if (!next.delete(group)) next.add(group);
  return next;
}
