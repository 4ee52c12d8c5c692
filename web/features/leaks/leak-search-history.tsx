import { useQuery } from '@tanstack/react-query';
import { leakEndpoints, MAX_LEAK_SEARCHES_LISTED } from '#contract/endpoints/leaks.ts';
import { LEAK_SEARCH_STATES, type LeakSearch, type LeakSearchState } from '#contract/entities/staff-rows.ts';
import { leakSearchList } from '#contract/lists/operations.ts';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { EmptyState } from '#web/components/states.tsx';
import { apiQuery } from '#web/lib/api.ts';
import { formatCount, formatMoment } from '#web/lib/formats.ts';
import { useListState, useLocalRows } from '#web/lib/lists/list-rows.ts';

function photoOf({ photo, pictures }: LeakSearch): string {
  const words = photo ? `Photo ${photo.image.id}, ${photo.title}` : 'No photo';
  return pictures > 1 ? `${words} (${pictures} pictures)` : words;
}

export function LeakSearchHistory({ onOpen }: { onOpen: (searchId: number) => void }) {
  const { data, error, refetch } = useQuery(leakSearchesQuery);
  const rows = useLocalRows(useListState(leakSearchList), data?.traces, { error, retry: refetch });
  return (
    <section aria-labelledby="leak-search-history" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 id="leak-search-history" className="text-22 leading-tight font-[750] tracking-[-0.02em]">
        History
      </h2>
      {data && data.previews.marked < data.previews.total && (
        <p className="text-13 text-ink-2">
          {formatCount(data.previews.marked)} of {formatCount(data.previews.total)} previews are marked so
          far. Copies of the others can’t be traced.
        </p>
      )}
      {data && data.traces.length >= MAX_LEAK_SEARCHES_LISTED && (
        <p className="text-13 text-ink-2">
          Only the newest {formatCount(MAX_LEAK_SEARCHES_LISTED)} are listed.
        </p>
      )}
      {(data?.traces.length ?? 0) > 0 && <ListToolbar rows={rows} />}
      <StaffList
        rows={rows}
        idOf={({ id }) => id}
        nameOf={photoOf}
        hasKeys={false}
        isPane
        className="max-h-[560px]"
        minWidth="820px"
        rowPx={{ desk: 44, phone: 92 }}
        titleColumn="photo"
        onOpen={({ id }) => onOpen(id)}
        cells={{
          photo: { width: '30%', cell: (row) => <span className="font-[650] text-ink">{photoOf(row)}</span> },
          state: { width: '16%', cell: (row) => LEAK_SEARCH_STATES[row.state] },
          reason: { cell: ({ reason }) => <span title={reason}>{reason}</span> },
          started_by: { width: '14%' },
          started_at: { width: '18%', cell: ({ started_at }) => formatMoment(started_at) },
        }}
        card={(row) => (
          <span className="grid gap-0.5 px-1 py-3 text-13 text-ink-2">
            <span className="flex justify-between gap-3 text-14 font-[650] text-ink">
              <span className="truncate">{photoOf(row)}</span>
              <span className="flex-none">{LEAK_SEARCH_STATES[row.state]}</span>
            </span>
            <span className="truncate">{row.reason}</span>
            <span>
              {row.started_by}, {formatMoment(row.started_at)}
            </span>
          </span>
        )}
        empty={<EmptyState title="No searches yet" sentence="Every search is listed here with its reason." />}
      />
    </section>
  );
}

export const LEAK_SEARCHES = ['leak-searches'] as const;

const POLL_MS = 1_000;
const UNDER_WAY: ReadonlySet<LeakSearchState> = new Set(['waiting', 'running']);

const leakSearchesQuery = apiQuery([...LEAK_SEARCHES, 'all'], leakEndpoints.listLeakSearches);

/** Asks again while the search runs. */
export const leakSearchQuery = (id: number) =>
  apiQuery([...LEAK_SEARCHES, 'one', id], leakEndpoints.getLeakSearch, {
    params: { id },
    refetchInterval: ({ state: { data } }) => (data && UNDER_WAY.has(data.state) ? POLL_MS : false),
  });
