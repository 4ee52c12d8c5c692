import type { ListedAlbum } from '#contract/entities/admin-album.ts';
import { countOf, formatCount } from '#web/lib/count-words.ts';
import { formatWholeDollars } from '#web/lib/dollars.ts';
import { AlbumState } from './album-state.tsx';
import { AlbumThumb } from './album-thumb.tsx';
import { compactAge } from './compact-age.ts';
import { ZipMark } from './zip-mark.tsx';

const NUMBER = 'text-right tabular-nums';

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
  name: {
    width: '23%',
    cell: (album: ListedAlbum) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <AlbumThumb album={album} className="h-7 w-[42px]" />
        <span className="min-w-0 truncate">
          <AlbumName album={album} />
        </span>
      </span>
    ),
  },
  division_name: { width: '132px', cell: ({ division_name }: ListedAlbum) => division_name },
  images_count: {
    width: '84px',
    className: NUMBER,
    cell: ({ images_count }: ListedAlbum) => formatCount(images_count),
  },
  sold: { width: '64px', className: NUMBER, cell: ({ sold }: ListedAlbum) => formatCount(sold) },
  revenue: {
    width: '88px',
    className: NUMBER,
    cell: ({ revenue }: ListedAlbum) => <span className="text-ink">{formatWholeDollars(revenue)}</span>,
  },
  zip: { width: '108px', className: 'pl-5!', cell: ({ zip }: ListedAlbum) => <ZipMark zip={zip} /> },
  published_at: {
    width: '136px',
    cell: ({ published_at }: ListedAlbum) => <AlbumState publishedAt={published_at} />,
  },
  created_at: {
    width: '80px',
    className: 'pr-4! text-right tabular-nums',
    cell: ({ created_at }: ListedAlbum) => (
      <time dateTime={created_at} title={created_at}>
        {compactAge(created_at)}
      </time>
    ),
  },
};

export function AlbumCard({ album, hasEvent }: { album: ListedAlbum; hasEvent: boolean }) {
  const place = [album.division_name, hasEvent && album.event_name].filter(Boolean).join(', ');
  return (
    <span className="flex min-w-0 items-center gap-3 px-3 py-2.5">
      <span className="relative flex-none">
        <AlbumThumb album={album} className="block h-14 w-[76px] rounded-tile!" />
        <span className="absolute top-1 left-1 rounded-[4px] bg-white px-1 font-num text-15 leading-tight font-semibold text-[#121217]">
          {album.performance_order}
        </span>
      </span>
      <span className="grid min-w-0 flex-1 leading-snug">
        <span className="truncate text-15 text-ink-2">
          <AlbumName album={album} />
        </span>
        <small className="truncate text-13 text-ink-2">{place}</small>
        <small className="truncate text-13 text-ink-2">
          {countOf(album.images_count, 'photo')}, {formatCount(album.sold)} sold
          {album.published_at === null && <b className="font-semibold text-warn">, not published</b>}
        </small>
      </span>
      <span className="grid flex-none justify-items-end gap-1 text-13">
        <b className="tabular-nums text-ink">{formatWholeDollars(album.revenue)}</b>
        <ZipMark zip={album.zip} />
      </span>
    </span>
  );
}
