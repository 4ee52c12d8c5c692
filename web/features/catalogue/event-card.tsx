import { MapPin } from 'lucide-react';
import type { Event } from '#contract/entities/album.ts';
import { formatDate } from '#web/lib/formats.ts';
import { Link } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';

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
          <MapPin aria-hidden size={16} strokeWidth={1.8} className="mt-0.5 flex-none" />
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
