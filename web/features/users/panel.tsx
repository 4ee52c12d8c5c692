import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { AnyList } from '#contract/lists/list.ts';
import type { KeyHint } from '#web/components/keys-sheet.tsx';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import type { ListRows } from '#web/lib/lists/list-rows.ts';

type PanelProps<Data> = {
  title: string;
  aside?: ReactNode;
  answer: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
};

export function Panel<Data>({ title, aside, answer, children }: PanelProps<Data>) {
  const loading = <Skeleton label={`Loading ${title.toLowerCase()}`} className="m-4 h-24" />;
  return (
    <PanelFrame title={title} aside={aside}>
      <QueryState query={answer} loading={loading}>
        {children}
      </QueryState>
    </PanelFrame>
  );
}

type PanelFrameProps = { title: string; aside?: ReactNode; children: ReactNode };

export function PanelFrame({ title, aside, children }: PanelFrameProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start rounded-card border border-line bg-surface [&_li:last-child]:border-b-0"
    >
      <header className="flex min-h-12 items-center justify-between gap-3 border-line border-b px-4">
        <h2 id={titleId} className="text-15 font-[700]">
          {title}
        </h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

export function Nothing({ children }: { children: ReactNode }) {
  return <p className="px-4 py-5 text-14 text-ink-2">{children}</p>;
}

type PanelToolbarProps<L extends AnyList> = { rows: ListRows<L>; fileName: string };

/** A list without a single row needs no search or sorting. */
export function PanelToolbar<L extends AnyList>({ rows, fileName }: PanelToolbarProps<L>) {
  if (!rows.state.isFiltered && !rows.count) return null;
  return (
    <ListToolbar
      rows={rows}
      sorting="always"
      fileName={fileName}
      className="border-line border-b px-4 py-2.5"
    />
  );
}

export const listHints = (noun: string, canOpen: boolean): KeyHint[] => [
  { keys: ['J', 'K'], words: `Next and previous ${noun} (arrow keys work too)`, short: 'move' },
  ...(canOpen ? [{ keys: ['Enter'], words: `Open the ${noun}`, short: 'open' }] : []),
  { keys: ['X'], words: `Select or deselect the ${noun}`, short: 'select' },
  { keys: ['Shift', 'J'], words: 'Extend the selection down' },
  { keys: ['Shift', 'K'], words: 'Extend the selection up' },
  { keys: ['Shift', 'click'], words: `Select everything up to this ${noun}` },
  { keys: ['/'], words: `Find ${noun}s`, short: 'find' },
  { keys: ['Esc'], words: 'Clear the selection' },
];
