import type { KeyHint } from '#web/components/keys-sheet.tsx';

export const CULLING_HINTS: readonly KeyHint[] = [
  { keys: ['K'], words: 'Keep, and go to the next photo', short: 'Keep' },
  { keys: ['X'], words: 'Reject, and go to the next photo', short: 'Reject' },
  { keys: ['B'], words: 'Keep this frame and reject the rest of its burst', short: 'Best of burst' },
  { keys: ['Shift', 'K'], words: 'Keep the whole burst' },
  { keys: ['Shift', 'X'], words: 'Reject the whole burst' },
  { keys: ['E'], words: 'Clear the decision' },
  { keys: ['Z'], words: 'Zoom to 1:1 and back', short: 'Zoom 1:1' },
  { keys: ['L'], words: 'Loupe on or off', short: 'Loupe' },
  { keys: ['F'], words: 'Loupe to the next face', short: 'Next face' },
  { keys: ['←', '→'], words: 'Previous and next photo or burst', short: 'Browse' },
  { keys: ['↑', '↓'], words: 'Other frames of the burst', short: 'Frames' },
  { keys: ['U'], words: 'Undo (also Ctrl Z)', short: 'Undo' },
  { keys: ['M'], words: 'Move to another album', short: 'Move' },
  { keys: ['R'], words: 'Turn right (Shift R: left)', short: 'Turn' },
  { keys: ['C'], words: 'Use as cover, or go back to the automatic cover', short: 'Cover' },
  { keys: ['P'], words: 'Publish the album without its rejected photos', short: 'Publish' },
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
