import { Link } from '@tanstack/react-router';
import type { InboxSort } from '#contract/endpoints/support.ts';
import { CsvButton } from '#web/components/csv-button.tsx';
import { FilterSelect } from '#web/components/filter-select.tsx';
import { SearchBox } from '#web/components/search-box.tsx';
import { changeSearch } from '#web/lib/change-search.ts';
import { exportInbox, type InboxFilter } from './inbox.query.ts';
import { toInboxCsv } from './inbox-csv.ts';
import type { InboxPlace } from './use-inbox-place.ts';

const FILTERS = [
  { label: 'Open', search: { status: undefined, bugs: undefined } },
  { label: 'Bugs', search: { status: undefined, bugs: 'true' } },
  { label: 'Closed', search: { status: 'closed', bugs: undefined } },
] as const;

const OPEN_SORTS: Record<InboxSort, string> = {
  waiting: 'Waiting first',
  newest: 'Newest first',
  oldest_waiting: 'Waiting longest first',
};
/** What is closed waits for nobody. */
const CLOSED_SORTS = { newest: 'Newest first', oldest_waiting: 'Oldest first' };

function isCurrent(filter: InboxFilter, search: (typeof FILTERS)[number]['search']): boolean {
  return (
    (filter.status === 'closed') === (search.status === 'closed') && filter.bugs === (search.bugs === 'true')
  );
}

/** What the inbox is narrowed to, what comes first in it, and all of that as a file. */
export function InboxHead({ place }: { place: InboxPlace }) {
  const { filter, change } = place;
  const isClosed = filter.status === 'closed';
  return (
    <header className="grid gap-2 border-line border-b px-4 pt-4 pb-3">
      <div className="flex flex-wrap items-center justify-between gap-x-3">
        <h1 tabIndex={-1} className="text-22 font-extrabold tracking-[-0.03em]">
          Support
        </h1>
        <nav aria-label="Filter" className="-mx-2 flex gap-0.5">
          {FILTERS.map(({ label, search }) => (
            <Link
              key={label}
              to="."
              search={changeSearch({ ...search, conversation: undefined })}
              aria-current={isCurrent(filter, search) ? 'true' : undefined}
              className="grid min-h-11 place-items-center rounded-full px-3 text-14 font-semibold text-ink-2 hover:text-ink aria-[current]:bg-sunk aria-[current]:text-ink desk:min-h-9"
            >
              {label}
            </Link>
          ))}
        </nav>
      </div>
      <SearchBox
        text={filter.text}
        label="Find conversations"
        placeholder="Name, e-mail or words"
        onSearch={(q) => change({ q: q || undefined })}
      />
      <div className="flex gap-2">
        <FilterSelect<string>
          label="Sort by"
          value={isClosed && filter.sort === 'waiting' ? 'newest' : filter.sort}
          options={isClosed ? CLOSED_SORTS : OPEN_SORTS}
          onChange={(sort) => change({ sort: sort === 'waiting' ? undefined : sort })}
          className="min-w-0 flex-1"
        />
        <CsvButton
          fileName="conversations.csv"
          label="Save the list as CSV"
          makeCsv={async () => toInboxCsv(await exportInbox(filter))}
        />
      </div>
    </header>
  );
}
