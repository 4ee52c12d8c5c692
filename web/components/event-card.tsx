import type { Event } from '#contract/entities/album.ts';
import { formatDays, todayIsoDate } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link } from '#web/lib/navigation.tsx';
import { EventPicture } from './event-picture.tsx';

/** An event as one of several lists tells it; not all of them know its albums. */
export type ShownEvent = Pick<Event, 'name' | 'city' | 'state' | 'start_date' | 'last_date' | 'picture'> & {
  albums_count?: number;
};

const DAY_MS = 86_400_000;
const NEAR_DAYS = 3;

/** True if every event is within a few days of today. */
export function areNear(events: readonly ShownEvent[]): boolean {
  const today = Date.parse(todayIsoDate());
  const [earliest, latest] = [today - NEAR_DAYS * DAY_MS, today + NEAR_DAYS * DAY_MS];
  return (
    events.length > 0 &&
    events.every(
      ({ start_date: first, last_date: last }) => Date.parse(first) <= latest && Date.parse(last) >= earliest,
    )
  );
}

export function EventCard({ event, to }: { event: ShownEvent; to: string }) {
  const { name, city, state, start_date: first, last_date: last, albums_count: albums } = event;
  return (
    <article className="group relative grid content-start gap-2 max-sm:in-[li:only-child]:grid-cols-2 max-sm:in-[li:only-child]:items-center max-sm:in-[li:only-child]:gap-3.5">
      <EventPicture
        picture={event.picture}
        sizes="(min-width: 1000px) 320px, 50vw"
        className="aspect-3/2 w-full rounded-card transition-opacity duration-(--d1) group-hover:opacity-92"
      />
      <LiveMark event={event} />
      <div className="grid gap-0.5 text-13 wrap-anywhere text-ink-2">
        <h3 className="text-15 leading-tight font-bold tracking-[-0.015em] text-ink desk:text-16">
          <Link to={to} className="after:absolute after:inset-0 after:rounded-card group-hover:underline">
            {name}
          </Link>
        </h3>
        <p>{[city, state].filter(Boolean).join(', ')}</p>
        <p className="tabular-nums">{formatDays(first, last)}</p>
        {albums !== undefined && (
          <p className="tabular-nums">
            {albums > 0
              ? i18n.t('{count, plural, one {# album} other {# albums}}', { count: albums })
              : i18n.t('Photos soon')}
          </p>
        )}
      </div>
    </article>
  );
}

export function LiveMark({ event: { start_date: first, last_date: last } }: { event: ShownEvent }) {
  const today = todayIsoDate();
  if (today < first || last < today) return null;
  return (
    <span className="absolute top-2 left-2 flex items-center gap-1.5 rounded-ctl bg-white px-2.5 py-1 text-12 font-[650] text-[#121217]">
      <i aria-hidden className="size-2 rounded-full bg-[#0a7547]" />
      {i18n.t('Live now')}
    </span>
  );
}
