import { type KeyHint, KeysSheet } from '#web/components/keys-sheet.tsx';

const HINTS: readonly KeyHint[] = [
  { keys: ['J', 'K'], words: 'Next and previous album (arrow keys work too)' },
  { keys: ['Enter'], words: 'Open the album' },
  { keys: ['X'], words: 'Select or deselect the album' },
  { keys: ['Shift', 'J'], words: 'Extend the selection down' },
  { keys: ['Shift', 'K'], words: 'Extend the selection up' },
  { keys: ['Shift', 'click'], words: 'Select up to this album' },
  { keys: ['P'], words: 'Publish the selected albums, or this album' },
  { keys: ['Q'], words: 'Publish the open album quietly' },
  { keys: ['E'], words: 'Edit the open album' },
  { keys: ['C'], words: 'Cull photos of the open album' },
  { keys: ['M'], words: 'Move photos of the open album' },
  { keys: ['Z'], words: 'Rebuild the zip of the open album' },
  { keys: ['/'], words: 'Search' },
  { keys: ['Esc'], words: 'Clear the selection, then close the album' },
];

const SHORT = [
  ['J K', 'move'],
  ['Enter', 'open'],
  ['X', 'select'],
  ['P', 'publish'],
] as const;

export function AlbumKeys() {
  return (
    <div className="flex h-8 items-center gap-4 border-line border-t bg-sunk pr-2 pl-5 text-12 text-ink-2 not-desk:hidden">
      {SHORT.map(([keys, words]) => (
        <span key={keys}>
          <kbd className="font-sans font-bold text-ink">{keys}</kbd> {words}
        </span>
      ))}
      <span className="ml-auto">
        <KeysSheet hints={HINTS} />
      </span>
    </div>
  );
}
