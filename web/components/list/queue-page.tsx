import type { ComponentProps, ReactNode } from 'react';
import { KeyBar, type KeyHint } from '#web/components/keys-sheet.tsx';
import { Link } from '#web/lib/navigation.tsx';

type QueuePageProps = {
  label: string;
  queue: ReactNode;
  hints: readonly KeyHint[];
  /** Shown while nothing from the queue is open. */
  nothing: ReactNode;
  /** The open item. On a phone it replaces the queue. */
  children: ReactNode;
};

/** A queue beside what is open from it. */
export function QueuePage({ label, queue, hints, nothing, children }: QueuePageProps) {
  return (
    <div className="grid desk:h-[calc(100dvh-var(--header-height)-1px)] desk:grid-cols-[340px_minmax(0,1fr)]">
      <section
        aria-label={label}
        className={`min-h-[calc(100dvh-var(--header-height)-1px-var(--tab-bar-height))] flex-col border-line desk:flex desk:min-h-0 desk:border-r ${children ? 'hidden' : 'flex'}`}
      >
        {queue}
        <KeyBar hints={hints} />
      </section>
      {children || <p className="hidden place-self-center text-14 text-ink-2 desk:block">{nothing}</p>}
    </div>
  );
}

type QueueTab = { label: string; search: ComponentProps<typeof Link>['search']; isOpen: boolean };
type QueueHeadProps = { title: string; tabs: readonly QueueTab[]; children: ReactNode };

export function QueueHead({ title, tabs, children }: QueueHeadProps) {
  return (
    <header className="grid gap-2 border-line border-b px-4 pt-4 pb-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h1 tabIndex={-1} className="text-22 font-extrabold tracking-[-0.03em]">
          {title}
        </h1>
        <nav aria-label="Filter" className="-mx-2 flex gap-0.5">
          {tabs.map(({ label, search, isOpen }) => (
            <Link
              key={label}
              to="."
              search={search}
              aria-current={isOpen ? 'true' : undefined}
              className="grid min-h-11 place-items-center rounded-full px-3 text-14 font-semibold text-ink-2 hover:text-ink aria-[current]:bg-sunk aria-[current]:text-ink desk:min-h-9"
            >
              {label}
            </Link>
          ))}
        </nav>
      </div>
      {children}
    </header>
  );
}
