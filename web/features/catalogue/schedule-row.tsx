import { ChevronRight } from 'lucide-react';
import type { Album, Event } from '#contract/entities/album.ts';
import { OrderTile } from '#web/components/order-tile.tsx';
import { Photo } from '#web/components/photo.tsx';
import { formatTimeOfDay } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';

type ScheduleRowProps = {
  album: Album;
  event: Event;
  /** The event's name, in lists with albums of several events. */
  place?: string;
};

export function ScheduleRow({ album, event, place }: ScheduleRowProps) {
  const time = album.planned_at && formatTimeOfDay(album.planned_at, event.time_zone);
  return (
    <article className="group relative flex items-center gap-3.5 rounded-card px-2 py-3 [contain-intrinsic-height:88px] [content-visibility:auto] hover:bg-sunk desk:gap-5 desk:px-4">
      <OrderTile order={album.performance_order} />
      <div className="min-w-0 flex-1">
        <h3 className="leading-tight font-[750] tracking-[-0.02em] desk:text-18">
          <Link
            to={paths.eventAlbum(event.id, album.id)}
            className="after:absolute after:inset-0 after:rounded-card"
          >
            <span className="sr-only">
              {i18n.t('Performance {number}', { number: album.performance_order })},{' '}
            </span>
            {album.program_name} <span className="font-medium text-ink-2">{album.team_name}</span>
          </Link>
        </h3>
        <p className="text-14 text-ink-2">{album.division_name}</p>
        {place && <p className="text-13 text-ink-2">{place}</p>}
        <p className="text-13 text-ink-2 tabular-nums">
          {[time, i18n.t('{count, plural, one {# photo} other {# photos}}', { count: album.images_count })]
            .filter(Boolean)
            .join(' · ')}
        </p>
      </div>
      <span
        aria-hidden
        className="hidden h-16 w-[246px] flex-none gap-[3px] overflow-hidden rounded-tile desk:flex"
      >
        {album.cover.map((image) => (
          <Photo
            key={image.id}
            albumUuid={album.uuid}
            image={image}
            token={album.cover_auth}
            className="flex-1"
          />
        ))}
      </span>
      {album.cover[0] && (
        <span aria-hidden className="size-16 flex-none overflow-hidden rounded-tile desk:hidden">
          <Photo
            albumUuid={album.uuid}
            image={album.cover[0]}
            token={album.cover_auth}
            className="size-full"
          />
        </span>
      )}
      <ChevronRight size={20} strokeWidth={1.8} className="flex-none text-ink-3 group-hover:text-ink" />
    </article>
  );
}
