import { countOf } from '#web/lib/count-words.ts';
import type { RowProps } from './album-row.tsx';
import { AlbumState } from './album-state.tsx';

/** A row on a phone: the order tile where the desk has a column. */
export function AlbumLine({ index, album, eventName, top, isSelected, onOpen }: RowProps) {
  return (
    <div
      role="row"
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-current={isSelected || undefined}
      style={{ transform: `translateY(${top}px)` }}
      className={`absolute inset-x-0 top-0 grid h-[84px] grid-cols-[48px_minmax(0,1fr)_auto] items-center gap-3 border-line border-b px-4 ${isSelected ? 'bg-spot-wash' : ''}`}
    >
      <span
        role="cell"
        className="grid h-12 place-items-center rounded-[8px] bg-white font-num text-22 leading-none font-semibold text-[#121217] shadow-[0_0_0_1px_var(--line)]"
      >
        {album?.performance_order ?? '…'}
      </span>
      <span role="cell" className="grid min-w-0 leading-snug">
        {album && (
          <>
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
          </>
        )}
      </span>
      <span role="cell" className="text-13">
        {album && <AlbumState publishedAt={album.published_at} />}
      </span>
    </div>
  );
}
