import type { ReactNode } from 'react';
import type { ReviewCase, ReviewList, ReviewView } from '#contract/lists/reported-photos.ts';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import type { ListRows } from '#web/lib/lists/list-rows.ts';
import type { ListState } from '#web/lib/lists/use-list-state.ts';
import { Link } from '#web/lib/navigation.tsx';

const LABELS: Record<ReviewView, string> = { waiting: 'Waiting', decided: 'Decided' };

type ReviewHeadProps = {
  view: ReviewView;
  state: ListState<ReviewList>;
  rows: ListRows<unknown>;
  cases: readonly ReviewCase[];
  children: ReactNode;
};

export function ReviewHead({ view, state, rows, cases, children }: ReviewHeadProps) {
  const waiting = cases.filter(({ decision }) => decision === 'waiting').length;
  const events = Object.fromEntries(cases.map(({ event, event_name }) => [String(event), event_name]));
  return (
    <header className="grid gap-2 border-line border-b px-4 pt-4 pb-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h1 tabIndex={-1} className="text-22 font-extrabold tracking-[-0.03em]">
          Reported photos
        </h1>
        <nav aria-label="Filter" className="-mx-2 flex gap-0.5">
          {(Object.keys(LABELS) as ReviewView[]).map((one) => (
            <Link
              key={one}
              to="."
              search={(before: object) => ({
                ...before,
                view: one === 'decided' ? one : undefined,
                image: undefined,
                due: undefined,
                sort: undefined,
              })}
              aria-current={one === view ? 'true' : undefined}
              className="grid min-h-11 place-items-center rounded-full px-3 text-14 font-semibold text-ink-2 hover:text-ink aria-[current]:bg-sunk aria-[current]:text-ink desk:min-h-9"
            >
              {one === 'waiting' && view === 'waiting' && waiting > 0
                ? `${LABELS[one]} (${waiting})`
                : LABELS[one]}
            </Link>
          ))}
        </nav>
      </div>
      <ListToolbar
        state={state}
        rows={rows}
        sorting="always"
        options={{ event: events }}
        fileName={`reported-photos-${view}.csv`}
      >
        {children}
      </ListToolbar>
    </header>
  );
}
