import type { ReactNode } from 'react';

type ListPageProps = { title: string; sentence: string; children: ReactNode };

/** Fills the screen below the header with one staff list that scrolls by itself. */
export function ListPage({ title, sentence, children }: ListPageProps) {
  return (
    <div className="relative grid h-[calc(100dvh-var(--header-height)-1px-var(--tab-bar-height))] grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)_auto] desk:h-[calc(100dvh-var(--header-height)-1px)]">
      <header className="flex min-h-14 flex-wrap items-center gap-x-4 border-line border-b px-4 py-2 desk:px-5">
        <h1 tabIndex={-1} className="text-18 font-[750] tracking-[-0.02em]">
          {title}
        </h1>
        <p className="text-13 text-ink-2">{sentence}</p>
      </header>
      {children}
    </div>
  );
}
