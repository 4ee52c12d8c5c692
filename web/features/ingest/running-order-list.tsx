import { useQuery } from '@tanstack/react-query';
import { Button } from '#web/components/button.tsx';
import { CsvButton } from '#web/components/csv-button.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { FilterSelect } from '#web/components/filter-select.tsx';
import { SearchBox } from '#web/components/search-box.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { SortSelect } from '#web/components/sort-select.tsx';
import { VirtualList } from '#web/components/virtual-list.tsx';
import { countOf, formatCount } from '#web/lib/count-words.ts';
import { runningOrderQuery } from './ingest.query.ts';
import type { IngestEvent, Performance } from './ingest.types.ts';
import { PerformanceHead } from './performance-head.tsx';
import { PerformanceRow } from './performance-row.tsx';
import { COLUMNS, findPerformances, runningOrderCsv, SHOWN, type Shown } from './performances.ts';
import { useRunningOrderList } from './use-running-order-list.ts';

const ROW_PX = 64;
const albumOf = ({ album }: Performance) => album;

/** The day as it is planned now, line by line; nothing stands here before a running order is imported. */
export function RunningOrderList({ event }: { event: IngestEvent }) {
  const { data, error, refetch } = useQuery(runningOrderQuery(event.id));
  if (error && !data) return <FailedState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton label="Loading the running order" className="h-96" />;
  return data.length > 0 && <FilledList event={event} performances={data} />;
}

function FilledList({ event, performances }: { event: IngestEvent; performances: readonly Performance[] }) {
  const list = useRunningOrderList();
  const found = findPerformances(performances, list);
  const isWhole = found.length === performances.length;
  return (
    <SectionCard
      title="Running order"
      intro={
        <span aria-live="polite" className="tabular-nums">
          {isWhole
            ? countOf(found.length, 'performance')
            : `${formatCount(found.length)} of ${countOf(performances.length, 'performance')}`}
        </span>
      }
      aside={
        <CsvButton
          fileName={`running-order-${event.start_date}.csv`}
          makeCsv={() => runningOrderCsv(found, event.time_zone)}
          disabled={found.length === 0}
        />
      }
    >
      <div className="grid grid-cols-2 gap-2 desk:flex">
        <div className="col-span-2 min-w-0 flex-1 desk:max-w-[340px]">
          <SearchBox
            text={list.text}
            label="Find in the running order"
            placeholder="Order, program, team, division"
            onSearch={list.find}
          />
        </div>
        <FilterSelect
          label="Lines shown"
          all="All lines"
          value={list.shown ?? ''}
          options={filterWords(performances)}
          onChange={list.show}
        />
        <SortSelect columns={COLUMNS} sort={list.sort} onSort={list.sortBy} className="desk:hidden" />
      </div>
      {found.length === 0 ? (
        <div className="grid justify-items-center gap-3 rounded-card bg-sunk px-5 py-8 text-center text-15 text-ink-2">
          <p>No line of the running order passes this filter.</p>
          <Button kind="line" size="small" onClick={list.showAll}>
            Show all lines
          </Button>
        </div>
      ) : (
        <div className="-mx-2">
          <PerformanceHead sort={list.sort} onSort={list.sortBy} />
          <VirtualList
            label="Running order"
            rows={found}
            keyOf={albumOf}
            rowPx={ROW_PX}
            rowClassName="border-line border-b hover:bg-sunk"
            className="max-h-[min(60dvh,640px)]"
          >
            {(performance) => <PerformanceRow performance={performance} event={event} />}
          </VirtualList>
        </div>
      )}
    </SectionCard>
  );
}

function filterWords(performances: readonly Performance[]): Record<Shown, string> {
  const names = Object.keys(SHOWN) as Shown[];
  const words = names.map((name) => {
    const count = performances.filter(SHOWN[name].matches).length;
    return [name, `${SHOWN[name].label} (${formatCount(count)})`];
  });
  return Object.fromEntries(words);
}
