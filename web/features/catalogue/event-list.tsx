import type { Event } from '#contract/entities/album.ts';
import { formatMonth } from '#web/lib/formats.ts';
import { EventCard } from './event-card.tsx';
import { groupByMonth } from './group-by-month.ts';

export function EventList({ events }: { events: readonly Event[] }) {
  return (
    <div className="grid gap-10 desk:gap-8">
      {groupByMonth(events).map(({ month, events: ofMonth }) => (
        <section
          key={month}
          aria-labelledby={month}
          className="grid gap-4 border-line desk:grid-cols-[200px_minmax(0,1fr)] desk:border-t desk:pt-6"
        >
          <h2 id={month} className="text-18 font-bold tracking-[-0.01em] first-letter:uppercase">
            {formatMonth(month)}
          </h2>
          <ul className="grid gap-3 sm:grid-cols-2">
            {ofMonth.map((event) => (
              <li key={event.id} className="grid">
                <EventCard event={event} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
