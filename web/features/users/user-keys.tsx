import { type KeyHint, KeysSheet } from '#web/components/keys-sheet.tsx';

const HINTS: readonly KeyHint[] = [
  { keys: ['J', 'K'], words: 'Next and previous user (arrow keys work too)' },
  { keys: ['Enter'], words: 'Open the user' },
  { keys: ['X'], words: 'Select or deselect the user' },
  { keys: ['Shift', 'J'], words: 'Extend the selection down' },
  { keys: ['Shift', 'K'], words: 'Extend the selection up' },
  { keys: ['Shift', 'click'], words: 'Select everything up to this user' },
  { keys: ['/'], words: 'Find users' },
  { keys: ['Esc'], words: 'Clear the selection' },
];

const SHORT = [
  ['J K', 'move'],
  ['Enter', 'open'],
  ['X', 'select'],
  ['/', 'find'],
] as const;

export function UserKeys() {
  return (
    <div className="flex h-8 items-center gap-4 border-line border-t bg-sunk pr-2 pl-5 text-12 text-ink-2 not-desk:hidden">
      {SHORT.map(([keys, words]) => (
        <span key={keys}>
          <kbd className="font-semibold text-ink">{keys}</kbd> {words}
        </span>
      ))}
      <span className="ml-auto">
        <KeysSheet hints={HINTS} />
      </span>
    </div>
  );
}
