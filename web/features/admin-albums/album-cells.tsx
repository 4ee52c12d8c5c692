import type { ListedAlbum } from '#contract/entities/staff-event.ts';
import { ZIP_NAMES } from '#contract/lists/albums.ts';
import type { KeyHint } from '#web/components/keys-sheet.tsx';
import { photoAddress } from '#web/components/photo.tsx';
import { PublishedMark, StateMark } from '#web/components/state-mark.tsx';
import { countOf, formatCount, formatDay, formatWholeDollars } from '#web/lib/formats.ts';

const NUMBER = 'text-right tabular-nums';

const AlbumName = ({ album }: { album: ListedAlbum }) => (
  <>
    <b className="font-[650] text-ink">{album.program_name}</b> {album.team_name}
  </>
);

export const albumCells = {
  performance_order: {
    width: '104px',
    className: 'text-right',
    cell: ({ performance_order }: ListedAlbum) => (
      <span className="font-num text-[1.1875rem] leading-none font-semibold text-ink">
        {performance_order}
      </span>
    ),
  },
  name: {
    width: '20%',
    cell: (album: ListedAlbum) => (
      <span className="flex min-w-0 items-center gap-2.5">
        <AlbumThumb album={album} className="h-7 w-[42px]" />
        <span className="min-w-0 truncate">
          <AlbumName album={album} />
        </span>
      </span>
    ),
  },
  division_name: { width: '12%' },
  event: { cell: ({ event_name }: ListedAlbum) => <span title={event_name}>{event_name}</span> },
  images_count: { width: '68px', className: NUMBER },
  sold: { width: '56px', className: NUMBER },
  revenue: {
    width: '80px',
    className: NUMBER,
    cell: ({ revenue }: ListedAlbum) => <span className="text-ink">{formatWholeDollars(revenue)}</span>,
  },
  zip: { width: '108px', className: 'pl-5!', cell: ZipMark },
  published_at: {
    width: '116px',
    cell: ({ published_at }: ListedAlbum) => <PublishedMark publishedAt={published_at} />,
  },
  created_at: {
    width: '108px',
    className: 'pr-4! text-right tabular-nums',
    cell: ({ created_at }: ListedAlbum) => <time dateTime={created_at}>{formatDay(created_at)}</time>,
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
        </small>
      </span>
      <span className="grid flex-none justify-items-end gap-1 text-13">
        <b className="tabular-nums text-ink">{formatWholeDollars(album.revenue)}</b>
        {album.zip === 'failed' ? (
          <ZipMark zip={album.zip} />
        ) : (
          <PublishedMark publishedAt={album.published_at} />
        )}
      </span>
    </span>
  );
}

type AlbumThumbProps = { album: Pick<ListedAlbum, 'uuid' | 'cover' | 'cover_auth'>; className: string };

/** The first picture of the cover. The names beside it say what it shows. */
function AlbumThumb({ album, className }: AlbumThumbProps) {
  const [image] = album.cover;
  const box = `flex-none rounded-[4px] bg-sunk object-cover ${className}`;
  if (!image || !album.cover_auth) return <span aria-hidden className={box} />;
  return (
    <img
      src={photoAddress(album.uuid, image.id, 'thumb', album.cover_auth)}
      alt=""
      loading="lazy"
      decoding="async"
      className={box}
    />
  );
}

const MARKS: Record<ListedAlbum['zip'], string> = {
  no_photos: 'rounded-full border-2 border-line',
  not_prepared: 'rounded-full border-2 border-edge',
  working: 'rounded-full border-2 border-warn',
  ready: 'rounded-full bg-ok',
  failed: 'rounded-[2px] bg-bad',
};

function ZipMark({ zip }: Pick<ListedAlbum, 'zip'>) {
  return (
    <StateMark look={MARKS[zip]} className={zip === 'failed' ? 'text-bad' : 'text-ink-2'}>
      {ZIP_NAMES[zip]}
    </StateMark>
  );
}

export const ALBUM_HINTS: readonly KeyHint[] = [
  { keys: ['J', 'K'], words: 'Next and previous album (arrow keys work too)', short: 'move' },
  { keys: ['Enter'], words: 'Open the album', short: 'open' },
  { keys: ['X'], words: 'Select or deselect the album', short: 'select' },
  { keys: ['Shift', 'J'], words: 'Extend the selection down' },
  { keys: ['Shift', 'K'], words: 'Extend the selection up' },
  { keys: ['Shift', 'click'], words: 'Select up to this album' },
  { keys: ['P'], words: 'Publish the selected albums, or this album', short: 'publish' },
  { keys: ['Q'], words: 'Publish the open album quietly' },
  { keys: ['E'], words: 'Edit the open album' },
  { keys: ['C'], words: 'Cull photos of the open album' },
  { keys: ['M'], words: 'Move photos of the open album' },
  { keys: ['Z'], words: 'Rebuild the zip of the open album' },
  { keys: ['/'], words: 'Search' },
  { keys: ['Esc'], words: 'Clear the selection, then close the album' },
];
