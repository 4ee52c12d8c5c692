import { useNavigate } from '@tanstack/react-router';
import { eventListEndpoints } from '#contract/endpoints/catalogue.ts';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { eventList } from '#contract/lists/events.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { countOf, formatCount } from '#web/lib/count-words.ts';
import { formatDate } from '#web/lib/formats.ts';
import { useListState } from '#web/lib/lists/use-list-state.ts';
import { useServerRows } from '#web/lib/lists/use-server-rows.ts';
import { paths } from '#web/lib/paths.ts';
import { albumPlaceSearch } from '#web/lib/search-params.ts';
import { searchFor } from '#web/lib/use-search-state.ts';

const placeOf = ({ city, state }: StaffEvent) => [city, state].filter(Boolean).join(', ');

const cells = {
  start_date: { width: '128px', cell: ({ start_date }: StaffEvent) => formatDate(start_date) },
  name: {
    width: '30%',
    cell: ({ name }: StaffEvent) => <b className="font-[650] text-ink">{name}</b>,
  },
  city: { cell: placeOf },
  archived: { width: '92px', cell: ({ archived }: StaffEvent) => (archived ? 'Archived' : 'Active') },
  albums_count: {
    width: '92px',
    className: 'text-right tabular-nums',
    cell: ({ albums_count }: StaffEvent) => formatCount(albums_count),
  },
  images_count: {
    width: '100px',
    className: 'pr-4! text-right tabular-nums',
    cell: ({ images_count }: StaffEvent) => formatCount(images_count),
  },
};

export function EventList() {
  const navigate = useNavigate();
  const state = useListState(eventList);
  const rows = useServerRows(state, eventListEndpoints);
  return (
    <section aria-label="Events" className="grid min-h-0 grid-rows-[auto_minmax(0,1fr)]">
      <ListToolbar state={state} rows={rows} className="border-line border-b px-4 py-2.5 desk:px-5" />
      <StaffList
        state={state}
        rows={rows}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        cells={cells}
        titleColumn="name"
        card={(event) => <EventCard event={event} />}
        onOpen={({ id }) =>
          void navigate({ to: paths.adminAlbums, search: searchFor(albumPlaceSearch, { event: id }) })
        }
        isPane
        empty={
          <div className="p-4 desk:p-6">
            <EmptyState title="No events yet" sentence="Create an event to add albums and upload photos." />
          </div>
        }
      />
    </section>
  );
}

function EventCard({ event }: { event: StaffEvent }) {
  return (
    <span className="grid gap-0.5 px-4 py-2.5 text-13 text-ink-2">
      <b className="truncate text-15 font-bold text-ink">
        {event.name}
        {event.archived && ' (archived)'}
      </b>
      <span className="truncate">
        {[formatDate(event.start_date), event.brand_name, placeOf(event)].filter(Boolean).join(', ')}
      </span>
      <span className="truncate tabular-nums">
        {countOf(event.albums_count, 'album')}, {countOf(event.images_count, 'photo')}
      </span>
    </span>
  );
}
