import type { ListedAlbum } from '#contract/entities/admin-album.ts';
import { OrderTile } from '#web/components/order-tile.tsx';
import { countOf, formatCount } from '#web/lib/count-words.ts';
import { AlbumState } from './album-state.tsx';
import { compactAge } from './compact-age.ts';

const AlbumName = ({ album }: { album: ListedAlbum }) => (
  <>
    <b className="font-[650] text-ink">{album.program_name}</b> {album.team_name}
  </>
);

export const albumCells = {
  performance_order: {
    width: '72px',
    className: 'text-right',
    cell: ({ performance_order }: ListedAlbum) => (
      <span className="font-num text-[1.1875rem] leading-none font-semibold text-ink">
        {performance_order}
      </span>
    ),
  },
  name: { width: '28%', cell: (album: ListedAlbum) => <AlbumName album={album} /> },
  images_count: {
    width: '84px',
    className: 'text-right tabular-nums',
    cell: ({ images_count }: ListedAlbum) => formatCount(images_count),
  },
  published_at: {
    width: '144px',
    className: 'pl-5!',
    cell: ({ published_at }: ListedAlbum) => <AlbumState publishedAt={published_at} />,
  },
  created_at: {
    width: '92px',
    className: 'pr-4! text-right tabular-nums',
    cell: ({ created_at }: ListedAlbum) => (
      <time dateTime={created_at} title={created_at}>
        {compactAge(created_at)}
      </time>
    ),
  },
};

export function AlbumCard({ album, hasEvent }: { album: ListedAlbum; hasEvent: boolean }) {
  const eventName = hasEvent ? album.event_name : '';
  const details = [countOf(album.images_count, 'photo'), album.division_name ? eventName : ''];
  return (
    <span className="flex min-w-0 items-center gap-3 px-3 py-2.5">
      <OrderTile order={album.performance_order} />
      <span className="grid min-w-0 flex-1 leading-snug">
        <span className="truncate text-15 text-ink-2">
          <AlbumName album={album} />
        </span>
        <small className="truncate text-13 text-ink-2">{album.division_name || eventName}</small>
        <small className="truncate text-13 text-ink-2">{details.filter(Boolean).join(', ')}</small>
      </span>
      <small className="flex-none text-13">
        <AlbumState publishedAt={album.published_at} />
      </small>
    </span>
  );
}
