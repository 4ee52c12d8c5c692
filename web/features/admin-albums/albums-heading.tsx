import { Link } from '@tanstack/react-router';
import { ChevronLeft, Pencil, Plus } from 'lucide-react';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { Button } from '#web/components/button.tsx';
import { countOf } from '#web/lib/count-words.ts';
import { formatDate } from '#web/lib/formats.ts';
import { paths } from '#web/lib/paths.ts';

type AlbumsHeadingProps = {
  event: StaffEvent | undefined;
  onEvent: () => void;
  onNewAlbum: () => void;
};

const HEADING = 'truncate text-18 leading-tight font-[750] tracking-[-0.02em]';

function EventTitle({ event }: { event: StaffEvent }) {
  return (
    <>
      <Link
        to={paths.adminAlbums}
        aria-label="All albums"
        className="-ml-2 grid size-11 flex-none place-items-center rounded-full text-ink-2 hover:bg-sunk desk:size-9"
      >
        <ChevronLeft aria-hidden size={20} />
      </Link>
      <div className="grid min-w-0">
        <h1 tabIndex={-1} className={HEADING}>
          {event.name}
          {event.archived && <span className="font-semibold text-ink-3"> (archived)</span>}
        </h1>
        <p className="truncate text-13 text-ink-2 tabular-nums">
          <time dateTime={event.start_date}>{formatDate(event.start_date)}</time>
          {`, ${countOf(event.albums_count, 'album')}, ${countOf(event.images_count, 'photo')}`}
          <span className="not-desk:hidden">{`, ${[event.venue_name, event.city, event.state].filter(Boolean).join(', ')}`}</span>
        </p>
      </div>
    </>
  );
}

export function AlbumsHeading({ event, onEvent, onNewAlbum }: AlbumsHeadingProps) {
  return (
    <header className="flex h-14 items-center gap-2 border-line border-b pr-2 pl-4 desk:pr-4 desk:pl-5">
      {event ? (
        <EventTitle event={event} />
      ) : (
        <h1 tabIndex={-1} className={HEADING}>
          Albums
        </h1>
      )}
      <div className="ml-auto flex flex-none gap-1.5">
        <Button
          kind="line"
          size="small"
          onClick={onEvent}
          aria-label={event ? 'Edit event' : 'New event'}
          className="not-desk:px-3!"
        >
          {event ? <Pencil aria-hidden size={17} /> : <Plus aria-hidden size={17} />}
          {event ? <span className="not-desk:hidden">Edit event</span> : 'Event'}
        </Button>
        <Button size="small" onClick={onNewAlbum} aria-label="New album" className="not-desk:px-3!">
          <Plus aria-hidden size={17} />
          <span className={event ? 'not-desk:hidden' : ''}>New album</span>
        </Button>
      </div>
    </header>
  );
}
