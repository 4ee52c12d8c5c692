import { formatAge } from '#web/lib/formats.ts';
import type { AdminAlbum } from './admin-albums.types.ts';
import { AlbumState } from './album-state.tsx';
import { compactAge } from './compact-age.ts';

export const COLUMNS =
  'grid grid-cols-[56px_minmax(190px,1.7fr)_minmax(110px,1fr)_minmax(120px,1.1fr)_64px_124px_72px] items-center gap-x-3 pr-4';

export type RowProps = {
  index: number;
  album: AdminAlbum | undefined;
  eventName: string | undefined;
  top: number;
  isSelected: boolean;
  isCursor: boolean;
  onOpen: (album: AdminAlbum, index: number) => void;
};

const look = ({ isSelected, isCursor }: Pick<RowProps, 'isSelected' | 'isCursor'>) => {
  if (isSelected) return 'bg-spot-wash shadow-[inset_3px_0_0_var(--spot)]';
  return isCursor ? 'bg-sunk shadow-[inset_3px_0_0_var(--edge)]' : 'hover:bg-sunk';
};

/** One row of the table, 40 px. The name is the button; it reaches over the whole row. */
export function AlbumRow({ index, album, eventName, top, isSelected, isCursor, onOpen }: RowProps) {
  return (
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-current={isSelected || undefined}
      style={{ transform: `translateY(${top}px)` }}
      className={`absolute inset-x-0 top-0 h-10 border-line border-b text-13 text-ink-2 ${COLUMNS} ${look({ isSelected, isCursor })}`}
    >
      <span role="cell" className="text-right font-num text-[1.1875rem] leading-none font-semibold text-ink">
        {album?.performance_order}
      </span>
      <span role="cell" className="truncate">
        {album ? (
          <button
            type="button"
            onClick={() => onOpen(album, index)}
            className="max-w-full truncate align-middle after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2"
          >
            <b className="font-[650] text-ink">{album.program_name}</b> {album.team_name}
          </button>
        ) : (
          <span className="block h-3 w-40 rounded-tile bg-line">
            <span className="sr-only">Loading</span>
          </span>
        )}
      </span>
      <span role="cell" className="truncate">
        {album?.division_name}
      </span>
      <span role="cell" className="truncate">
        {album && eventName}
      </span>
      <span role="cell" className="text-right tabular-nums">
        {album?.images_count.toLocaleString('en-US')}
      </span>
      <span role="cell">{album && <AlbumState publishedAt={album.published_at} />}</span>
      <span role="cell" className="text-right tabular-nums text-ink-3">
        {album && (
          <time dateTime={album.created_at} title={formatAge(album.created_at)}>
            {compactAge(album.created_at)}
          </time>
        )}
      </span>
    </div>
  );
}
