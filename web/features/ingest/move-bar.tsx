import { X } from 'lucide-react';
import { countOf } from '#web/lib/count-words.ts';
import { albumLabel, type IngestAlbum } from './ingest.types.ts';

const CHOICE =
  'inline-flex h-11 flex-none items-center gap-1.5 rounded-full px-3.5 whitespace-nowrap hover:bg-bg/15 desk:h-9';

type MoveBarProps = {
  count: number;
  candidates: readonly IngestAlbum[];
  onMove: (album: IngestAlbum) => void;
  onOther: () => void;
  onClear: () => void;
};

/** Floats while photos are chosen; the albums they may belong to are one press away. */
export function MoveBar({ count, candidates, onMove, onOther, onClear }: MoveBarProps) {
  return (
    <div
      role="toolbar"
      aria-label="Move photos"
      className="absolute bottom-4 left-1/2 z-5 flex max-w-[calc(100%-24px)] -translate-x-1/2 items-center gap-1 rounded-full bg-ink py-1.5 pr-1.5 pl-4 text-14 font-semibold text-bg shadow-3"
    >
      <span className="flex-none pr-1 tabular-nums" aria-live="polite">
        {countOf(count, 'photo')}
      </span>
      <span className="flex min-w-0 overflow-x-auto [scrollbar-width:none]">
        {candidates.map((album) => (
          <button
            key={album.id}
            type="button"
            aria-label={`Move ${countOf(count, 'photo')} to ${albumLabel(album)}`}
            onClick={() => onMove(album)}
            className={CHOICE}
          >
            to {albumLabel(album)}
          </button>
        ))}
        <button type="button" onClick={onOther} className={CHOICE}>
          {candidates.length > 0 ? 'Other album…' : 'Move to album…'}
        </button>
      </span>
      <button
        type="button"
        aria-label="Choose none"
        onClick={onClear}
        className="grid size-9 flex-none place-items-center rounded-full bg-bg/20"
      >
        <X aria-hidden size={17} />
      </button>
    </div>
  );
}
