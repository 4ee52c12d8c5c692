import { memo } from 'react';
import { countOf } from '#web/lib/count-words.ts';
import type { RowProps } from './album-row.tsx';
import { AlbumState } from './album-state.tsx';

/** A row on a phone: the order tile where the desk has a column, the rest in one cell. */
export const AlbumLine = memo(function AlbumLine(props: RowProps) {
  const { index, album, eventName, isSelected, onOpen } = props;
  return (
    <tr
      aria-rowindex={index + 2}
      aria-current={isSelected || undefined}
      className={`relative *:h-[84px] *:border-line *:border-b *:py-0 ${isSelected ? 'bg-spot-wash' : ''}`}
    >
      <td className="pl-4">
        <span className="grid h-12 w-12 place-items-center rounded-[8px] bg-white font-num text-22 leading-none font-semibold text-[#121217] shadow-[0_0_0_1px_var(--line)]">
          {album?.performance_order ?? '…'}
        </span>
      </td>
      <td colSpan={5} className="pr-3">
        {album && (
          <span className="grid min-w-0 leading-snug">
            <button
              type="button"
              onClick={() => onOpen(album, index)}
              className="truncate text-left text-15 text-ink-2 after:absolute after:inset-0"
            >
              <b className="font-bold tracking-[-0.01em] text-ink">{album.program_name}</b> {album.team_name}
            </button>
            <small className="truncate text-13 text-ink-2">{album.division_name || eventName}</small>
            <small className="truncate text-13 text-ink-2">
              {countOf(album.images_count, 'photo')}
              {album.division_name && eventName ? `, ${eventName}` : ''}
            </small>
          </span>
        )}
      </td>
      <td className="pr-4 text-right text-13">{album && <AlbumState publishedAt={album.published_at} />}</td>
    </tr>
  );
});
