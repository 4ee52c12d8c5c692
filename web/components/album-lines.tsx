import type { AlbumOnly, Event } from '#contract/entities/album.ts';
import { eventLine } from '#contract/rules/sentences.ts';
import { formatPerformanceDay } from '#web/lib/formats.ts';
import { LocalText } from './local-text.tsx';

type AlbumLinesProps = {
  album: Pick<AlbumOnly, 'division_name' | 'planned_at'>;
  event: Event;
  className?: string;
};

/** The division and date of a performance, and the event below them. */
export function AlbumLines({ album, event, className = '' }: AlbumLinesProps) {
  return (
    <>
      <p className={`wrap-anywhere ${className}`}>
        {album.division_name && `${album.division_name}, `}
        <span className="tabular-nums">
          <LocalText text={formatPerformanceDay(album, event)} />
        </span>
      </p>
      <p className={`wrap-anywhere ${className}`}>
        {eventLine(event)}
        {event.venue_name && `. ${event.venue_name}`}
      </p>
    </>
  );
}
