import { eventListEndpoints } from '#contract/endpoints/overview.ts';
import type { ListedEvent } from '#contract/entities/staff-event.ts';
import { eventList, STATUS_NAMES } from '#contract/lists/albums.ts';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { INSET_STATES, StaffList } from '#web/components/list/staff-list.tsx';
import { StateMark } from '#web/components/state-mark.tsx';
import { EmptyState } from '#web/components/states.tsx';
import { countOf, formatCount, formatDays, formatWholeDollars } from '#web/lib/formats.ts';
import { useListState, useServerRows } from '#web/lib/lists/list-rows.ts';
import { paths, useNavigate } from '#web/lib/navigation.tsx';
import { useIsDesk } from '#web/lib/use-is-desk.ts';

const placeOf = ({ city, state }: ListedEvent) => [city, state].filter(Boolean).join(', ');
const NUMBER = { width: '96px', className: 'text-right tabular-nums' };

const DOTS: Record<ListedEvent['status'], string> = {
  upcoming: 'rounded-full border-2 border-edge',
  running: 'rounded-full bg-ok',
  over: 'rounded-full bg-edge',
  archived: 'rounded-[2px] bg-edge',
};

const Status = ({ status }: Pick<ListedEvent, 'status'>) => (
  <StateMark look={DOTS[status]}>{STATUS_NAMES[status]}</StateMark>
);

function Unsorted({ count }: { count: number }) {
  if (count === 0) return <span className="text-ink-3">0</span>;
  return (
    <span className="rounded-full bg-warn-bg px-2 py-0.5 text-12 font-bold text-warn">
      {formatCount(count)}
    </span>
  );
}

const cells = {
  start_date: {
    width: '184px',
    className: 'pl-5!',
    cell: ({ start_date, last_date }: ListedEvent) => formatDays(start_date, last_date),
  },
  name: {
    cell: ({ name, brand_name }: ListedEvent) => (
      <>
        <b className="font-[650] text-ink">{name}</b> {brand_name}
      </>
    ),
  },
  city: { width: '14%', cell: placeOf },
  status: { width: '112px', cell: Status },
  albums_count: NUMBER,
  images_count: NUMBER,
  unsorted_count: {
    ...NUMBER,
    cell: ({ unsorted_count }: ListedEvent) => <Unsorted count={unsorted_count} />,
  },
  sales: {
    width: '104px',
    className: `pr-4! ${NUMBER.className}`,
    cell: ({ sales }: ListedEvent) => <span className="text-ink">{formatWholeDollars(sales)}</span>,
  },
};

export function EventList() {
  const navigate = useNavigate();
  const isDesk = useIsDesk();
  const rows = useServerRows(useListState(eventList), eventListEndpoints);
  return (
    <section aria-label="Events" className={`grid min-h-0 grid-rows-[auto_minmax(0,1fr)] ${INSET_STATES}`}>
      <ListToolbar rows={rows} sorting="always" className="border-line border-b px-4 py-2.5 desk:px-5" />
      <StaffList
        rows={rows}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        cells={cells}
        titleColumn="name"
        minWidth="980px"
        rowPx={{ desk: 40, phone: 92 }}
        card={(event) => <EventCard event={event} />}
        onOpen={({ id }) => void navigate({ to: paths.adminEvent(id) })}
        isPane={isDesk}
        empty={
          <EmptyState title="No events yet" sentence="Create an event to add albums and upload photos." />
        }
      />
    </section>
  );
}

function EventCard({ event }: { event: ListedEvent }) {
  return (
    <span className="grid gap-0.5 px-4 py-2.5 text-13 text-ink-2">
      <span className="flex items-baseline justify-between gap-3">
        <b className="min-w-0 truncate text-15 font-bold text-ink">{event.name}</b>
        <span className="flex-none tabular-nums text-ink">{formatWholeDollars(event.sales)}</span>
      </span>
      <span className="flex items-baseline justify-between gap-3">
        <span className="min-w-0 truncate">
          {[formatDays(event.start_date, event.last_date), placeOf(event)].filter(Boolean).join(', ')}
        </span>
        <span className="flex-none">
          <Status status={event.status} />
        </span>
      </span>
      <span className="flex items-baseline justify-between gap-3 tabular-nums">
        <span className="truncate">
          {countOf(event.albums_count, 'album')}, {countOf(event.images_count, 'photo')}
        </span>
        {event.unsorted_count > 0 && (
          <span className="flex-none font-semibold text-warn">
            {formatCount(event.unsorted_count)} to sort
          </span>
        )}
      </span>
    </span>
  );
}
