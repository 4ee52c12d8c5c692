import { CalendarDays, ChevronRight } from 'lucide-react';
import type { Album, Event } from '#contract/entities/album.ts';
import { eventLine } from '#contract/rules/sentences.ts';
import { TextLink } from '#web/components/text-link.tsx';
import { formatEventDays } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { searchFor, typedSearch } from '#web/lib/search-params.ts';
import { ScheduleRow } from './schedule-row.tsx';

export function EventResults({ events }: { events: readonly Event[] }) {
  return (
    <section aria-labelledby="event-results" className="grid gap-1">
      <h2 id="event-results" className="text-16 font-bold tracking-[-0.01em]">
        {i18n.t('Events')}
      </h2>
      <ul>
        {events.map((event) => (
          <li key={event.id} data-result>
            <Link
              to={paths.event(event.id)}
              className="-mx-2 flex min-h-13 items-center gap-3 rounded-ctl px-2 py-2 hover:bg-sunk"
            >
              <CalendarDays size={20} strokeWidth={1.8} className="flex-none text-ink-2" />
              <span className="min-w-0 flex-1">
                <span className="block text-15 leading-tight font-[650]">{eventLine(event)}</span>
                <span className="text-13 text-ink-2 tabular-nums">{formatEventDays(event)}</span>
              </span>
              <ChevronRight size={20} strokeWidth={1.8} className="flex-none text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

type MoreAlbumsProps = {
  albums: readonly Album[];
  q: string;
  /** In words, or undefined if every album is listed here. */
  total: string | undefined;
};

export function MoreAlbums({ albums, q, total }: MoreAlbumsProps) {
  return (
    <section aria-labelledby="more-albums" className="grid gap-1">
      <h2 id="more-albums" className="text-16 font-bold tracking-[-0.01em]">
        {i18n.t('All albums')}
      </h2>
      <ul>
        {albums.map((album) => {
          const [event] = album.events;
          return (
            event && (
              <li key={album.id} data-result>
                <ScheduleRow album={album} event={event} place={eventLine(event)} />
              </li>
            )
          );
        })}
      </ul>
      {total && (
        <div data-result>
          <TextLink to={paths.searchAlbums} search={searchFor(typedSearch, { q })}>
            {i18n.t('See all {total} albums', { total })}
          </TextLink>
        </div>
      )}
    </section>
  );
}
