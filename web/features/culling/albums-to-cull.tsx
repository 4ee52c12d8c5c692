import { ChevronRight } from 'lucide-react';
import type { AdminAlbum } from '#contract/entities/staff-event.ts';
import { PublishedMark } from '#web/components/state-mark.tsx';
import { EmptyState } from '#web/components/states.tsx';
import { countOf } from '#web/lib/formats.ts';
import { Link, paths } from '#web/lib/navigation.tsx';

/** The albums of an event in running order. Culling one leads on to the next. */
export function AlbumsToCull({ albums }: { albums: readonly AdminAlbum[] }) {
  const withPhotos = albums.filter(({ images_count }) => images_count > 0);
  if (withPhotos.length === 0) {
    return (
      <div className="p-4 desk:p-6">
        <EmptyState title="No photos yet" sentence="Albums appear here once photos are in them." />
      </div>
    );
  }
  return (
    <ul className="mx-auto grid w-full max-w-[720px] divide-y divide-line p-4 desk:p-6">
      {withPhotos.map((album) => (
        <li key={album.id}>
          <Link
            to={paths.adminCull(album.id)}
            className="grid min-h-12 grid-cols-[44px_minmax(0,1fr)_auto_auto] items-center gap-3 rounded-ctl px-2 py-1.5 hover:bg-sunk"
          >
            <span className="text-right font-num text-20 leading-none font-semibold">
              {album.performance_order}
            </span>
            <span className="truncate text-15">
              <b className="font-[650]">{album.program_name}</b> {album.team_name}
            </span>
            <span className="grid justify-items-end gap-0.5 text-13 tabular-nums text-ink-2 desk:flex desk:gap-6">
              {countOf(album.images_count, 'photo')}
              <span className="desk:w-28">
                <PublishedMark publishedAt={album.published_at} />
              </span>
            </span>
            <ChevronRight size={18} className="text-ink-3" />
          </Link>
        </li>
      ))}
    </ul>
  );
}
