import { ChevronDown, X } from 'lucide-react';
import type { StaffEvent } from './admin-albums.types.ts';
import { CHIP, CHIP_ON, CHIP_SELECT } from './chip-style.ts';

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
  if (event) {
    return (
      <button
        type="button"
        onClick={() => onChoose(undefined)}
        aria-label={`Event: ${event.name}. Remove filter`}
        className={CHIP_ON}
      >
        <span className="max-w-[220px] truncate">Event: {event.name}</span>
        <X aria-hidden size={15} />
      </button>
    );
  }
  const archived = events.filter((one) => one.archived);
  return (
    <label className={CHIP}>
      Event
      <ChevronDown aria-hidden size={15} />
      <select
        aria-label="Event"
        value=""
        onChange={({ target }) => onChoose(Number(target.value))}
        className={CHIP_SELECT}
      >
        <option value="" disabled>
          Choose an event
        </option>
        <EventOptions events={events.filter((one) => !one.archived)} />
        {archived.length > 0 && (
          <optgroup label="Archived">
            <EventOptions events={archived} />
          </optgroup>
        )}
      </select>
    </label>
  );
}
