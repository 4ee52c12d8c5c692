import type { KeyHint } from '#web/components/keys-sheet.tsx';

/** Those on the bar below the photo. */
export const STAGE_HINTS: readonly KeyHint[] = [
  { keys: ['K'], words: 'Keep' },
  { keys: ['X'], words: 'Reject' },
  { keys: ['B'], words: 'Best of burst' },
  { keys: ['Z'], words: 'Zoom 1:1' },
  { keys: ['L'], words: 'Loupe' },
  { keys: ['F'], words: 'Next face' },
  { keys: ['←', '→'], words: 'Browse' },
  { keys: ['↑', '↓'], words: 'Frames' },
  { keys: ['U'], words: 'Undo' },
  { keys: ['M'], words: 'Move' },
  { keys: ['R'], words: 'Turn' },
  { keys: ['C'], words: 'Cover' },
];

export const CULLING_HINTS: readonly KeyHint[] = [
  { keys: ['K'], words: 'Keep, and go to the next photo' },
  { keys: ['X'], words: 'Reject, and go to the next photo' },
  { keys: ['B'], words: 'Keep this frame and reject the rest of its burst' },
  { keys: ['Shift', 'K'], words: 'Keep the whole burst' },
  { keys: ['Shift', 'X'], words: 'Reject the whole burst' },
  { keys: ['E'], words: 'Clear the decision' },
  { keys: ['U'], words: 'Undo (also Ctrl Z)' },
  { keys: ['←', '→'], words: 'Previous and next photo or burst' },
  { keys: ['↑', '↓'], words: 'Other frames of the burst' },
  { keys: ['Z'], words: 'Zoom to 1:1 and back' },
  { keys: ['L'], words: 'Loupe on or off' },
  { keys: ['F'], words: 'Loupe to the next face' },
  { keys: ['M'], words: 'Move to another album' },
  { keys: ['R'], words: 'Turn right (Shift R: left)' },
  { keys: ['C'], words: 'Pick as the cover, or let it be chosen by time' },
  { keys: ['[', ']'], words: 'Previous and next album' },
];

/** With Shift, R turns left, and K and X take the whole burst. */
export const CULL_KEYS = {
  k: 'keep',
  x: 'reject',
  e: 'restore',
  b: 'best',
  r: 'right',
  m: 'move',
  c: 'cover',
  u: 'undo',
  'ctrl+z': 'undo',
  '[': 'previous',
  ']': 'next',
} as const;

export type CullKey = (typeof CULL_KEYS)[keyof typeof CULL_KEYS] | 'left';
