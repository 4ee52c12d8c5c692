import { Link } from '@tanstack/react-router';
import { countOf, formatCount } from '#web/lib/count-words.ts';
import { paths } from '#web/lib/paths.ts';
import { dayAndTimeAtEvent, timeAtEvent } from './event-time.ts';
import type { IngestEvent, Performance } from './ingest.types.ts';
import { PERFORMANCE_GRID } from './performance-head.tsx';
import { minutesLate } from './performances.ts';

type PerformanceRowProps = { performance: Performance; event: IngestEvent };

/** On a phone photos and state stand below the name; the name leads to the album and reaches over the line. */
export function PerformanceRow({ performance, event }: PerformanceRowProps) {
  const { planned_at, images_count, published_at, division_name } = performance;
  const state = published_at ? 'Published' : 'Not published';
  return (
    <div
      className={`relative grid grid-cols-[40px_minmax(0,1fr)_auto] items-center gap-x-3 px-2 py-2 text-13 text-ink-2 desk:min-h-11 desk:py-1 ${PERFORMANCE_GRID}`}
    >
      <span className="self-start text-right font-num text-18 leading-[1.2] font-semibold text-ink desk:self-center">
        {performance.performance_order}
      </span>
      <span className="grid min-w-0">
        <Link
          to={paths.adminAlbums}
          search={{ event: String(event.id), album: String(performance.album) } as never}
          className="line-clamp-3 text-14 leading-snug text-ink after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2 desk:text-13"
        >
          <b className="font-[650]">{performance.program_name}</b> {performance.team_name}
        </Link>
        <span className="truncate desk:hidden">{division_name}</span>
        <span className="truncate desk:hidden">
          {images_count === 0 ? 'No photos' : countOf(images_count, 'photo')}, {state.toLowerCase()}
        </span>
      </span>
      <span className="truncate not-desk:hidden">{division_name}</span>
      <span className="grid justify-items-end gap-1 self-start tabular-nums desk:justify-items-start desk:self-center">
        {planned_at ? dayAndTimeAtEvent(planned_at, event.time_zone) : 'No time'}
        <span className="desk:hidden">
          <Delay performance={performance} timeZone={event.time_zone} />
        </span>
      </span>
      <span className="not-desk:hidden">
        <Delay performance={performance} timeZone={event.time_zone} />
      </span>
      <span className={`text-right tabular-nums not-desk:hidden ${images_count === 0 ? 'text-warn' : ''}`}>
        {formatCount(images_count)}
      </span>
      <span className="flex items-center gap-1.5 pl-2 font-semibold not-desk:hidden">
        <i aria-hidden className={`size-2 rounded-full ${published_at ? 'bg-ok' : 'border-2 border-warn'}`} />
        {state}
      </span>
    </div>
  );
}

function Delay({ performance, timeZone }: { performance: Performance; timeZone: string }) {
  const minutes = minutesLate(performance);
  if (minutes === 0) return null;
  const title = `Announced for ${timeAtEvent(performance.announced_at ?? '', timeZone)}`;
  return (
    <span
      title={title}
      className={`inline-block rounded-full px-2 py-0.5 text-12 font-bold whitespace-nowrap ${minutes > 0 ? 'bg-warn-bg text-warn' : 'bg-sunk text-ink-2'}`}
    >
      {Math.abs(minutes)} min {minutes > 0 ? 'late' : 'early'}
    </span>
  );
}
