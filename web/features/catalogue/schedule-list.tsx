import type { Event } from '#contract/entities/album.ts';
import type { ScheduleHour } from './schedule.ts';
import { ScheduleRow } from './schedule-row.tsx';

export function ScheduleList({ hours, event }: { hours: readonly ScheduleHour[]; event: Event }) {
  return (
    <div className="grid gap-4 desk:gap-0">
      {hours.map(({ key, hour, day, albums }) => (
        <section
          key={key}
          aria-label={[day, hour].filter(Boolean).join(', ') || 'No time yet'}
          className="grid border-line desk:grid-cols-[120px_minmax(0,1fr)] desk:border-t desk:py-3"
        >
          <h2 className="flex items-baseline gap-2 py-1.5 desk:sticky desk:top-[80px] desk:grid desk:gap-0 desk:self-start desk:py-4">
            {day && <span className="text-13 font-[650] text-ink-2">{day}</span>}
            <span className="font-num text-22 leading-none font-semibold desk:text-28">{hour ?? ''}</span>
          </h2>
          <ul className="-mx-2 divide-y divide-line desk:mx-0">
            {albums.map((album) => (
              <li key={album.id}>
                <ScheduleRow album={album} event={event} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
