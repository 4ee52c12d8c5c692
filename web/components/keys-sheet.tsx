import { Fragment, useState } from 'react';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';

const Sheet = lazyPart(() => import('./sheet.tsx'), 'Sheet');

/** Those with a short form are also on the bar below a list or photo. */
export type KeyHint = { keys: readonly string[]; words: string; short?: string };

const KEY =
  'min-w-6 rounded-[5px] border border-line bg-sunk px-1.5 text-center text-12 leading-5 font-semibold text-ink-2';

/** The key of a button, inside the button. */
export function ButtonKey({ name, className = '' }: { name: string; className?: string }) {
  return (
    <kbd
      aria-hidden
      className={`rounded-[5px] border border-line px-1.5 text-11 font-semibold text-ink-2 not-desk:hidden ${className}`}
    >
      {name}
    </kbd>
  );
}

/** Names the keyboard shortcuts of a list below it. */
export function KeyBar({ hints }: { hints: readonly KeyHint[] }) {
  return (
    <div className="flex min-h-8 items-center gap-x-4 border-line border-t bg-sunk pr-2 pl-5 text-12 text-ink-2 not-desk:hidden">
      <span className="flex flex-wrap gap-x-4 py-1">
        {hints.map(
          ({ keys, short }) =>
            short && (
              <span key={short}>
                <kbd className="font-bold text-ink">{keys.join(' ')}</kbd> {short}
              </span>
            ),
        )}
      </span>
      <span className="ml-auto flex-none">
        <KeysSheet hints={hints} />
      </span>
    </div>
  );
}

export function KeysSheet({ hints }: { hints: readonly KeyHint[] }) {
  const [isOpen, setIsOpen] = useState(false);
  useHotkeys({
    '?': (event) => {
      event.preventDefault();
      setIsOpen(true);
    },
  });
  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="inline-flex h-7 items-center gap-1.5 rounded-full px-2 text-12 font-semibold text-ink-2 hover:bg-line hover:text-ink not-desk:hidden"
      >
        <kbd className={KEY}>?</kbd>
        All keys
      </button>
      {isOpen && (
        <Sheet title="Keys" onClose={() => setIsOpen(false)}>
          <dl className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-3 pb-4 text-15">
            {hints.map(({ keys, words }) => (
              <Fragment key={words}>
                <dt>{words}</dt>
                <dd className="flex gap-1 justify-self-end">
                  {keys.map((key) => (
                    <kbd key={key} className={KEY}>
                      {key}
                    </kbd>
                  ))}
                </dd>
              </Fragment>
            ))}
          </dl>
        </Sheet>
      )}
    </>
  );
}
