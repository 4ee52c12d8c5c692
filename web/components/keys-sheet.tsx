import { Fragment, useState } from 'react';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';

const Sheet = lazyPart(() => import('./sheet.tsx'), 'Sheet');

export type KeyHint = { keys: readonly string[]; words: string };

const KEY =
  'min-w-6 rounded-[5px] border border-line bg-sunk px-1.5 text-center font-sans text-12 leading-5 font-semibold text-ink-2';

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
