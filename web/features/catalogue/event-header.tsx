import { CalendarDays, MapPin } from 'lucide-react';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import type { Album, Event } from '#contract/entities/album.ts';
import { eventName } from '#contract/rules/sentences.ts';
import { EventPicture } from '#web/components/event-picture.tsx';
import { Photo } from '#web/components/photo.tsx';
import { SaleEnd } from '#web/components/sale-end.tsx';
import { apiQuery } from '#web/lib/api.ts';
import { formatEventDays } from '#web/lib/formats.ts';

const STRIP_PHOTOS = 3;
const STRIP_FRAME = { phone: '(50vw - 16px)', desk: 'min(440px, 32vw)', ratio: 1.1 };

/** Picks photos of three different albums, so that the strip shows the event and not one team. */
function pickCovers(albums: readonly Album[]) {
  const withCover = albums.flatMap((album) => {
    const image = album.cover[0];
    return image ? [{ album, image }] : [];
  });
  const step = Math.max(1, Math.floor(withCover.length / STRIP_PHOTOS));
  return withCover.filter((_, index) => index % step === 0).slice(0, STRIP_PHOTOS);
}

export function EventHeader({ event, albums }: { event: Event; albums: readonly Album[] | undefined }) {
  const covers = pickCovers(albums ?? []);
  const place = [event.venue_name, event.city, event.state].filter(Boolean).join(', ');
  return (
    <header className="grid gap-5 desk:gap-7">
      {albums !== undefined && covers.length === 0 ? (
        <EventPicture
          picture={event.picture}
          sizes="100vw"
          isEager
          className="h-[180px] w-full rounded-sheet object-[50%_30%] desk:h-[280px]"
        />
      ) : (
        <div
          aria-hidden
          className="flex h-[180px] gap-[3px] overflow-hidden rounded-sheet bg-sunk desk:h-[280px]"
        >
          {covers.map(({ album, image }, index) => (
            <Photo
              key={image.id}
              albumUuid={album.uuid}
              image={image}
              token={album.cover_auth}
              frame={STRIP_FRAME}
              isEager
              className={index === 0 ? 'flex-1' : 'flex-1 max-sm:last:hidden'}
            />
          ))}
        </div>
      )}
      <div className="grid gap-2">
        <h1 tabIndex={-1} className="text-28 leading-tight font-extrabold tracking-[-0.03em] desk:text-36">
          {eventName(event)}
        </h1>
        <p className="flex flex-wrap gap-x-5 gap-y-1 text-ink-2">
          <span className="flex items-center gap-1.5">
            <CalendarDays size={18} strokeWidth={1.8} />
            <span className="tabular-nums">{formatEventDays(event)}</span>
          </span>
          {place && (
            <span className="flex items-center gap-1.5 wrap-anywhere">
              <MapPin size={18} strokeWidth={1.8} className="flex-none" />
              {place}
            </span>
          )}
        </p>
        <SaleEnd event={event} />
      </div>
    </header>
  );
}

export const eventQuery = (eventId: number) =>
  apiQuery(['events', eventId], catalogueEndpoints.getEvent, { params: { id: eventId } });

export const eventAlbumsQuery = (eventId: number) =>
  apiQuery(['albums', 'of-event', eventId], catalogueEndpoints.listAlbums, {
    query: { events_in: String(eventId) },
  });
