import { type KeyHint, KeysSheet } from '#web/components/keys-sheet.tsx';

const HINTS: readonly KeyHint[] = [
  { keys: ['J', 'K'], words: 'Next and previous user (the arrows do too)' },
  { keys: ['Enter'], words: 'Open the user' },
  { keys: ['X'], words: 'Select the user, or leave them out again' },
  { keys: ['Shift', 'J'], words: 'Select on the way, downwards' },
  { keys: ['Shift', 'K'], words: 'Select on the way, upwards' },
  { keys: ['Shift', 'click'], words: 'Select up to this user' },
  { keys: ['/'], words: 'Find users' },
  { keys: ['Esc'], words: 'Select nobody' },
];

const SHORT = [
  ['J K', 'move'],
  ['Enter', 'open'],
  ['X', 'select'],
  ['/', 'find'],
] as const;

/** A line under the list, for those with a keyboard. */
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
