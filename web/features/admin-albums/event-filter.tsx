import type { StaffEvent } from './admin-albums.types.ts';
import { FilterChip } from './filter-chip.tsx';

type EventFilterProps = {
  events: readonly StaffEvent[];
  event: StaffEvent | undefined;
  onChoose: (eventId: number | undefined) => void;
};

function EventOptions({ events }: { events: readonly StaffEvent[] }) {
  return events.map((event) => (
    <option key={event.id} value={event.id}>
      {event.start_date} {event.brand_name} {event.name}
    </option>
  ));
}

export function EventFilter({ events, event, onChoose }: EventFilterProps) {
  const archived = events.filter((one) => one.archived);
  return (
    <FilterChip
      label="Event"
      chosen={event && `Event: ${event.name}`}
      prompt="Choose an event"
      onChoose={(id) => onChoose(Number(id))}
      onRemove={() => onChoose(undefined)}
    >
      <EventOptions events={events.filter((one) => !one.archived)} />
      {archived.length > 0 && (
        <optgroup label="Archived">
          <EventOptions events={archived} />
        </optgroup>
      )}
    </FilterChip>
  );
}
