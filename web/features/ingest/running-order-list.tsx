import { useQuery } from '@tanstack/react-query';
import { minutesLate, type Performance, runningOrderList } from '#contract/lists/ingest.ts';
import type { ListCell } from '#web/components/list/list-table.tsx';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { PublishedMark } from '#web/components/state-mark.tsx';
import { countOf, formatCount } from '#web/lib/formats.ts';
import { countMatches, useListState, useLocalRows } from '#web/lib/lists/list-rows.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { eventPlaceSearch, searchFor } from '#web/lib/search-params.ts';
import { dayAndTimeAtEvent, timeAtEvent, toPerformance } from './event-time.ts';
import { albumTitle, type IngestAlbum, type IngestEvent, runningOrderQuery } from './ingest.query.ts';
import { RunningLate } from './running-late.tsx';
import { RunningOrderImport } from './running-order-import.tsx';

const albumOf = ({ album }: Performance) => album;

function RunningOrderList({ event }: { event: IngestEvent }) {
  const { data, error, refetch } = useQuery(runningOrderQuery(event.id));
  const performances = data?.map((line) => toPerformance(line, event.time_zone));
  const rows = useLocalRows(useListState(runningOrderList), performances, { error, retry: refetch });
  if (performances?.length === 0) return null;
  return (
    <SectionCard title="Running order">
      {performances && (
        <ListToolbar
          rows={rows}
          options={{ show: countMatches(runningOrderList.filters.show, performances) }}
          fileName={`running-order-${event.start_date}.csv`}
        />
      )}
      <StaffList
        rows={rows}
        idOf={albumOf}
        nameOf={albumTitle}
        cells={performanceCells(event)}
        card={(performance) => <PerformanceCard performance={performance} event={event} />}
        rowPx={{ desk: 40, phone: 80 }}
        hasKeys={false}
        isPane
        className="max-h-[min(60dvh,640px)]"
        empty={null}
      />
    </SectionCard>
  );
}

type RunningOrderViewProps = { event: IngestEvent; albums: readonly IngestAlbum[] };

export function RunningOrderView({ event, albums }: RunningOrderViewProps) {
  return (
    <div className="mx-auto grid w-full max-w-[1160px] content-start gap-4 p-4 desk:p-6">
      <RunningOrderList key={`list-${event.id}`} event={event} />
      <RunningOrderImport key={event.id} event={event} />
      <RunningLate key={`late-${event.id}`} event={event} albums={albums} />
    </div>
  );
}

type Cells = { [K in keyof typeof runningOrderList.columns]?: ListCell<Performance> };
type PerformanceProps = { performance: Performance; event: IngestEvent };

function performanceCells(event: IngestEvent): Cells {
  return {
    performance_order: {
      width: '116px',
      className: 'text-right',
      cell: ({ performance_order }) => (
        <span className="font-num text-18 font-semibold text-ink">{performance_order}</span>
      ),
    },
    album: { cell: (performance) => <AlbumLink performance={performance} event={event} /> },
    division: { width: '20%', cell: divisionAndStage },
    planned_time: { width: '136px', className: 'tabular-nums', cell: (row) => plannedTime(row, event) },
    delay: { width: '104px', cell: (performance) => <Delay performance={performance} event={event} /> },
    photos: {
      width: '76px',
      className: 'text-right tabular-nums',
      cell: ({ images_count }) => (
        <span className={images_count === 0 ? 'text-warn' : ''}>{formatCount(images_count)}</span>
      ),
    },
    state: {
      width: '132px',
      cell: ({ published_at }) => <PublishedMark publishedAt={published_at} />,
    },
  };
}

function PerformanceCard({ performance, event }: PerformanceProps) {
  const { images_count, published_at } = performance;
  return (
    <div className="grid grid-cols-[28px_minmax(0,1fr)_auto] gap-x-3 py-2 text-13 text-ink-2">
      <span className="row-span-3 text-right font-num text-18 leading-[1.2] font-semibold text-ink">
        {performance.performance_order}
      </span>
      <span className="col-span-2">
        <AlbumLink performance={performance} event={event} />
      </span>
      <span className="truncate">{divisionAndStage(performance)}</span>
      <span className="text-right tabular-nums">{plannedTime(performance, event)}</span>
      <span className="truncate">
        {images_count === 0 ? 'No photos' : countOf(images_count, 'photo')}
        {published_at ? ', published' : images_count > 0 && ', not published'}
      </span>
      <span className="text-right">
        <Delay performance={performance} event={event} />
      </span>
    </div>
  );
}

const divisionAndStage = ({ division_name, stage }: Performance) =>
  [division_name, stage].filter(Boolean).join(', ');

const plannedTime = ({ planned_at }: Performance, { time_zone }: IngestEvent) =>
  planned_at ? dayAndTimeAtEvent(planned_at, time_zone) : 'No time';

/** Covers the whole row, so that pressing anywhere opens the album. */
function AlbumLink({ performance, event }: PerformanceProps) {
  return (
    <Link
      to={paths.adminEvent(event.id)}
      search={searchFor(eventPlaceSearch, { album: performance.album })}
      className="text-14 leading-snug text-ink after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2 desk:text-13"
    >
      <b className="font-[650]">{performance.program_name}</b> {performance.team_name}
    </Link>
  );
}

function Delay({ performance, event }: PerformanceProps) {
  const minutes = minutesLate(performance);
  if (minutes === 0) return null;
  return (
    <span
      title={`First planned for ${timeAtEvent(performance.announced_at ?? '', event.time_zone)}`}
      className={`inline-block rounded-full px-2 py-0.5 text-12 font-bold whitespace-nowrap ${minutes > 0 ? 'bg-warn-bg text-warn' : 'bg-sunk text-ink-2'}`}
    >
      {Math.abs(minutes)} min {minutes > 0 ? 'late' : 'early'}
    </span>
  );
}
