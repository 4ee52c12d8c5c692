import { EventCard, type ShownEvent } from '#web/components/event-card.tsx';
import { compareIso, formatMonth, todayIsoDate } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';

type EventListProps<E> = { events: readonly E[]; linkOf: (event: E) => string };

export function EventList<E extends ShownEvent>({ events, linkOf }: EventListProps<E>) {
  const { months, upcoming } = arrangeEvents(events, todayIsoDate());
  return (
    <div className="grid gap-10 desk:gap-8">
      {months.map(({ month, events: ofMonth }) => (
        <EventSection key={month} id={month} title={formatMonth(month)} events={ofMonth} linkOf={linkOf} />
      ))}
      {upcoming.length > 0 && (
        <EventSection id="coming-up" title={i18n.t('Coming up')} events={upcoming} linkOf={linkOf} />
      )}
    </div>
  );
}

type EventSectionProps<E> = EventListProps<E> & { id: string; title: string };

function EventSection<E extends ShownEvent>({ id, title, events, linkOf }: EventSectionProps<E>) {
  return (
    <section
      aria-labelledby={id}
      className="grid gap-4 border-line desk:grid-cols-[200px_minmax(0,1fr)] desk:border-t desk:pt-6"
    >
      <h2 id={id} className="text-18 font-bold tracking-[-0.01em] first-letter:uppercase">
        {title}
      </h2>
      <ul className="grid grid-cols-2 gap-x-3.5 gap-y-6 sm:grid-cols-3 desk:gap-6">
        {events.map((event) => (
          <li key={linkOf(event)} className="max-sm:only:col-span-full">
            <EventCard event={event} to={linkOf(event)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type Dated = { start_date: string };
type MonthOfEvents<E> = { month: string; events: E[] };

/** Returns the newest month first; `month` is its first day. */
function groupByMonth<E extends Dated>(newestFirst: readonly E[]): MonthOfEvents<E>[] {
  const months = Map.groupBy(newestFirst, (event) => `${event.start_date.slice(0, 7)}-01`);
  return [...months].map(([month, ofMonth]) => ({ month, events: ofMonth }));
}

/** Splits off the events after `today`, the next one first, because they have no photos yet. */
export function arrangeEvents<E extends Dated>(
  events: readonly E[],
  today: string,
): { months: MonthOfEvents<E>[]; upcoming: E[] } {
  const newestFirst = events.toSorted((a, b) => compareIso(b.start_date, a.start_date));
  const isUpcoming = (event: E) => event.start_date > today;
  return {
    months: groupByMonth(newestFirst.filter((event) => !isUpcoming(event))),
    upcoming: newestFirst.filter(isUpcoming).toReversed(),
  };
}
