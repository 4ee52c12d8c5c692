import { KeysSheet } from '#web/components/keys-sheet.tsx';

const hintsFor = (noun: string, canOpen: boolean) => [
  { keys: ['J', 'K'], words: `Next and previous ${noun} (arrow keys work too)` },
  ...(canOpen ? [{ keys: ['Enter'], words: `Open the ${noun}` }] : []),
  { keys: ['X'], words: `Select or deselect the ${noun}` },
  { keys: ['Shift', 'J'], words: 'Extend the selection down' },
  { keys: ['Shift', 'K'], words: 'Extend the selection up' },
  { keys: ['Shift', 'click'], words: `Select everything up to this ${noun}` },
  { keys: ['/'], words: `Find ${noun}s` },
  { keys: ['Esc'], words: 'Clear the selection' },
];

const SHORT = { 'J K': 'move', Enter: 'open', X: 'select', '/': 'find' };

type ListKeysProps = { noun: string; canOpen?: boolean };

export function ListKeys({ noun, canOpen = false }: ListKeysProps) {
  return (
    <div className="flex h-8 items-center gap-4 border-line border-t bg-sunk pr-2 pl-5 text-12 text-ink-2 not-desk:hidden">
      {Object.entries(SHORT).map(
        ([keys, words]) =>
          (canOpen || words !== 'open') && (
            <span key={keys}>
              <kbd className="font-semibold text-ink">{keys}</kbd> {words}
            </span>
          ),
      )}
      <span className="ml-auto">
        <KeysSheet hints={hintsFor(noun, canOpen)} />
      </span>
    </div>
  );
}
