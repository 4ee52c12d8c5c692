import type { Event } from '#contract/entities/album.ts';
import { formatMonth, todayIsoDate } from '#web/lib/formats.ts';
import { EventCard } from './event-card.tsx';
import { arrangeEvents } from './group-by-month.ts';

export function EventList({ events }: { events: readonly Event[] }) {
  const { months, upcoming } = arrangeEvents(events, todayIsoDate());
  return (
    <div className="grid gap-10 desk:gap-8">
      {months.map(({ month, events: ofMonth }) => (
        <EventSection key={month} id={month} title={formatMonth(month)} events={ofMonth} />
      ))}
      {upcoming.length > 0 && <EventSection id="coming-up" title="Coming up" events={upcoming} />}
    </div>
  );
}

function EventSection({ id, title, events }: { id: string; title: string; events: readonly Event[] }) {
  return (
    <section
      aria-labelledby={id}
      className="grid gap-4 border-line desk:grid-cols-[200px_minmax(0,1fr)] desk:border-t desk:pt-6"
    >
      <h2 id={id} className="text-18 font-bold tracking-[-0.01em] first-letter:uppercase">
        {title}
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2">
        {events.map((event) => (
          <li key={event.id} className="grid">
            <EventCard event={event} />
          </li>
        ))}
      </ul>
    </section>
  );
}
