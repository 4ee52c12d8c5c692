import { CalendarDays, ChevronRight } from 'lucide-react';
import type { Event } from '#contract/entities/album.ts';
import { eventLine } from '#contract/rules/title-lines.ts';
import { formatDate } from '#web/lib/formats.ts';
import { Link } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';

export function EventResults({ events }: { events: readonly Event[] }) {
  return (
    <section aria-labelledby="event-results" className="grid gap-1">
      <h2 id="event-results" className="text-16 font-bold tracking-[-0.01em]">
        Events
      </h2>
      <ul>
        {events.map((event) => (
          <li key={event.id} data-result>
            <Link
              to={paths.event(event.id)}
              className="-mx-2 flex min-h-13 items-center gap-3 rounded-ctl px-2 py-2 hover:bg-sunk"
            >
              <CalendarDays aria-hidden size={20} strokeWidth={1.8} className="flex-none text-ink-2" />
              <span className="min-w-0 flex-1">
                <span className="block text-15 leading-tight font-[650]">{eventLine(event)}</span>
                <span className="text-13 text-ink-2 tabular-nums">{formatDate(event.start_date)}</span>
              </span>
              <ChevronRight aria-hidden size={20} strokeWidth={1.8} className="flex-none text-ink-3" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
