import { FloatingToolbar, TOOLBAR_ACTION } from '#web/components/floating-toolbar.tsx';
import { countOf } from '#web/lib/count-words.ts';
import { albumLabel, type IngestAlbum } from './ingest.types.ts';

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
    <FloatingToolbar
      label="Move photos"
      chosen={countOf(count, 'photo')}
      clearLabel="Choose none"
      onClear={onClear}
    >
      {candidates.map((album) => (
        <button
          key={album.id}
          type="button"
          aria-label={`Move ${countOf(count, 'photo')} to ${albumLabel(album)}`}
          onClick={() => onMove(album)}
          className={TOOLBAR_ACTION}
        >
          to {albumLabel(album)}
        </button>
      ))}
      <button type="button" onClick={onOther} className={TOOLBAR_ACTION}>
        {candidates.length > 0 ? 'Other album…' : 'Move to album…'}
      </button>
    </FloatingToolbar>
  );
}
