import { MapPin } from 'lucide-react';
import type { Event } from '#contract/entities/album.ts';
import { compareIso, formatDate, formatMonth, todayIsoDate } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';

export function EventList({ events }: { events: readonly Event[] }) {
  const { months, upcoming } = arrangeEvents(events, todayIsoDate());
  return (
    <div className="grid gap-10 desk:gap-8">
      {months.map(({ month, events: ofMonth }) => (
        <EventSection key={month} id={month} title={formatMonth(month)} events={ofMonth} />
      ))}
      {upcoming.length > 0 && <EventSection id="coming-up" title={i18n.t('Coming up')} events={upcoming} />}
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

export function EventCard({ event }: { event: Event }) {
  return (
    <article className="relative flex gap-4 rounded-card border border-line bg-surface p-4 transition-[border-color,background-color] duration-(--d1) hover:border-edge hover:bg-sunk desk:p-5">
      <span
        aria-hidden
        className="grid h-16 w-14 flex-none content-center justify-items-center rounded-[8px] bg-sunk font-num text-36 leading-none font-semibold"
      >
        {Number(event.start_date.slice(8, 10))}
      </span>
      <div className="grid min-w-0 content-center gap-0.5">
        <p className="text-13 font-[650] text-ink-2">{event.brand_name}</p>
        <h3 className="text-18 leading-tight font-[750] tracking-[-0.02em]">
          <Link to={paths.event(event.id)} className="after:absolute after:inset-0 after:rounded-card">
            {event.name}
          </Link>
        </h3>
        <p className="flex items-start gap-1.5 pt-1 text-14 text-ink-2">
          <MapPin size={16} strokeWidth={1.8} className="mt-0.5 flex-none" />
          <span>
            {[event.venue_name, event.city, event.state].filter(Boolean).join(', ')}
            <time dateTime={event.start_date} className="block tabular-nums">
              {formatDate(event.start_date)}
            </time>
          </span>
        </p>
      </div>
    </article>
  );
}

type MonthOfEvents = { month: string; events: Event[] };

/** Returns the newest month first; `month` is its first day. */
function groupByMonth(newestFirst: readonly Event[]): MonthOfEvents[] {
  const months = Map.groupBy(newestFirst, (event) => `${event.start_date.slice(0, 7)}-01`);
  return [...months].map(([month, ofMonth]) => ({ month, events: ofMonth }));
}

/** Splits off the events after `today`, the next one first, because they have no photos yet. */
export function arrangeEvents(
  events: readonly Event[],
  today: string,
): { months: MonthOfEvents[]; upcoming: Event[] } {
  const newestFirst = events.toSorted((a, b) => compareIso(b.start_date, a.start_date));
  const isUpcoming = (event: Event) => event.start_date > today;
  return {
    months: groupByMonth(newestFirst.filter((event) => !isUpcoming(event))),
    upcoming: newestFirst.filter(isUpcoming).toReversed(),
  };
}
