import type { CulledPhoto } from '#contract/endpoints/culling.ts';
import type { KeyHint } from '#web/components/keys-sheet.tsx';

export const CULLING_HINTS: readonly KeyHint[] = [
  { keys: ['←', '→', '↑', '↓'], words: 'Go to another photo' },
  { keys: ['Shift', '→'], words: 'Select a range' },
  { keys: ['Enter'], words: 'Select or deselect the photo' },
  { keys: ['Space'], words: 'Open or close the large view' },
  { keys: ['X'], words: 'Reject' },
  { keys: ['U'], words: 'Restore' },
  { keys: ['R'], words: 'Turn to the right' },
  { keys: ['Shift', 'R'], words: 'Turn to the left' },
  { keys: ['M'], words: 'Move to another album' },
  { keys: ['C'], words: 'Pick as the cover, or let it be chosen by time' },
  { keys: ['B'], words: 'Open or close a burst' },
  { keys: ['Z'], words: 'Undo the last action' },
  { keys: ['[', ']'], words: 'Previous and next album' },
  { keys: ['Esc'], words: 'Clear the selection' },
];

export type CullKey =
  | 'reject'
  | 'restore'
  | 'right'
  | 'left'
  | 'move'
  | 'cover'
  | 'burst'
  | 'undo'
  | 'previous'
  | 'next';

const KEYS: Record<string, CullKey> = {
  x: 'reject',
  u: 'restore',
  r: 'right',
  R: 'left',
  m: 'move',
  c: 'cover',
  b: 'burst',
  z: 'undo',
  '[': 'previous',
  ']': 'next',
};

type Pressed = { key: string; metaKey: boolean; ctrlKey: boolean; altKey: boolean };

/** Caps lock does not turn the other way, so only a real capital R does. */
export function cullKeyOf(event: Pressed & { shiftKey: boolean }): CullKey | undefined {
  if (event.metaKey || event.ctrlKey || event.altKey) return undefined;
  const key = event.key.toLowerCase();
  return KEYS[key === 'r' && event.shiftKey ? 'R' : key];
}

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
