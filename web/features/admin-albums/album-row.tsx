import { memo } from 'react';
import { formatCount } from '#web/lib/count-words.ts';
import type { AdminAlbum } from './admin-albums.types.ts';
import { AlbumState } from './album-state.tsx';
import { compactAge } from './compact-age.ts';

export type RowProps = {
  index: number;
  album: AdminAlbum | undefined;
  eventName: string | undefined;
  /** Open beside the list. */
  isOpen: boolean;
  isCursor: boolean;
  isChosen: boolean;
  /** On a phone, a press on a row chooses it instead of opening it. */
  isChoosing: boolean;
  onOpen: (album: AdminAlbum, index: number) => void;
  onChoose: (album: AdminAlbum, index: number, isRange: boolean) => void;
};

const look = ({ isOpen, isCursor, isChosen }: RowProps) => {
  const wash = isOpen || isChosen ? 'bg-spot-wash' : isCursor ? 'bg-sunk' : 'hover:bg-sunk';
  if (isOpen) return `${wash} shadow-[inset_3px_0_0_var(--spot)]`;
  return isCursor ? `${wash} shadow-[inset_3px_0_0_var(--edge)]` : wash;
};

export const nameOf = (album: AdminAlbum) => `${album.program_name} ${album.team_name}`;

/** One row of the table, 40 px. The name is the button; it reaches over the whole row but for the box. */
export const AlbumRow = memo(function AlbumRow(props: RowProps) {
  const { index, album, eventName, isOpen, isChosen, onOpen, onChoose } = props;
  return (
    <tr
      aria-rowindex={index + 2}
      aria-current={isOpen || undefined}
      className={`relative text-13 text-ink-2 *:h-10 *:truncate *:border-line *:border-b *:px-1.5 *:py-0 ${look(props)}`}
    >
      <td className="p-0!">
        {album && (
          <label className="relative z-1 grid h-10 cursor-pointer place-items-center pl-2">
            <input
              type="checkbox"
              aria-label={`Select ${nameOf(album)}`}
              checked={isChosen}
              onClick={(event) => onChoose(album, index, event.shiftKey)}
              onChange={() => undefined}
              className="size-4 accent-ink"
            />
          </label>
        )}
      </td>
      <td className="text-right font-num text-[1.1875rem] leading-none font-semibold text-ink">
        {album?.performance_order}
      </td>
      <td>
        {album ? (
          <button
            type="button"
            onClick={(event) => (event.shiftKey ? onChoose(album, index, true) : onOpen(album, index))}
            className="max-w-full truncate align-middle after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2"
          >
            <b className="font-[650] text-ink">{album.program_name}</b> {album.team_name}
          </button>
        ) : (
          <span className="block h-3 w-40 rounded-tile bg-line">
            <span className="sr-only">Loading</span>
          </span>
        )}
      </td>
      <td>{album?.division_name}</td>
      <td>{album && eventName}</td>
      <td className="text-right tabular-nums">{album && formatCount(album.images_count)}</td>
      <td className="pl-5!">{album && <AlbumState publishedAt={album.published_at} />}</td>
      <td className="pr-4! text-right tabular-nums text-ink-3">
        {album && (
          <time dateTime={album.created_at} title={album.created_at}>
            {compactAge(album.created_at)}
          </time>
        )}
      </td>
    </tr>
  );
});
