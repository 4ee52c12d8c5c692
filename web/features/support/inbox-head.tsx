import type { ReactNode } from 'react';
import type { inboxList } from '#contract/lists/inbox.ts';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import type { ListRows } from '#web/lib/lists/list-rows.ts';
import type { ListState } from '#web/lib/lists/use-list-state.ts';
import { Link } from '#web/lib/navigation.tsx';
import { inboxPlaceSearch } from '#web/lib/search-params.ts';
import { useSearchState } from '#web/lib/use-search-state.ts';

const TABS = [
  { label: 'Open', status: undefined, bugs: undefined },
  { label: 'Bugs', status: undefined, bugs: 'true' },
  { label: 'Closed', status: 'closed', bugs: undefined },
] as const;

type InboxHeadProps = {
  state: ListState<typeof inboxList>;
  rows: ListRows<unknown>;
  children: ReactNode;
};

export function InboxHead({ state, rows, children }: InboxHeadProps) {
  const { search, changed } = useSearchState(inboxPlaceSearch);
  return (
    <header className="grid gap-2 border-line border-b px-4 pt-4 pb-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h1 tabIndex={-1} className="text-22 font-extrabold tracking-[-0.03em]">
          Support
        </h1>
        <nav aria-label="Filter" className="-mx-2 flex gap-0.5">
          {TABS.map(({ label, status, bugs }) => (
            <Link
              key={label}
              to="."
              search={changed({ status, bugs, conversation: undefined })}
              aria-current={search.status === status && search.bugs === bugs ? 'true' : undefined}
              className="grid min-h-11 place-items-center rounded-full px-3 text-14 font-semibold text-ink-2 hover:text-ink aria-[current]:bg-sunk aria-[current]:text-ink desk:min-h-9"
            >
              {label}
            </Link>
          ))}
        </nav>
      </div>
      <ListToolbar state={state} rows={rows} sorting="always">
        {children}
      </ListToolbar>
    </header>
  );
}
