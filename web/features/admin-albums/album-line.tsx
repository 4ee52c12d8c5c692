import { Check } from 'lucide-react';
import { memo } from 'react';
import { countOf } from '#web/lib/count-words.ts';
import type { RowProps } from './album-row.tsx';
import { AlbumState } from './album-state.tsx';

/** The order tile; while albums are chosen it is the mark of those that are. */
function Tile({ order, isChosen }: { order: number | undefined; isChosen: boolean }) {
  return (
    <span
      className={`grid size-12 place-items-center rounded-[8px] font-num text-22 leading-none font-semibold shadow-[0_0_0_1px_var(--line)] ${isChosen ? 'bg-spot text-spot-ink' : 'bg-white text-[#121217]'}`}
    >
      {isChosen ? <Check aria-hidden size={24} strokeWidth={2.4} /> : (order ?? '…')}
    </span>
  );
}

/** A row on a phone: the order tile where the desk has a column, the rest in one cell. */
export const AlbumLine = memo(function AlbumLine(props: RowProps) {
  const { index, album, eventName, isOpen, isChosen, isChoosing, onOpen, onChoose } = props;
  return (
    <tr
      aria-rowindex={index + 2}
      aria-current={isOpen || undefined}
      className={`relative *:h-[84px] *:border-line *:border-b *:py-0 ${isOpen || isChosen ? 'bg-spot-wash' : ''}`}
    >
      <td />
      <td>
        <Tile order={album?.performance_order} isChosen={isChosen} />
      </td>
      <td colSpan={5} className="pr-3">
        {album && (
          <span className="grid min-w-0 leading-snug">
            <button
              type="button"
              aria-pressed={isChoosing ? isChosen : undefined}
              onClick={() => (isChoosing ? onChoose(album, index, false) : onOpen(album, index))}
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
