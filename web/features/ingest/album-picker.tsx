import { type DragEvent, useId, useState } from 'react';
import { albumTitle, type IngestAlbum } from './ingest.types.ts';

export const DRAGGED_IMAGES = 'application/x-encore-images';

type AlbumPickerProps = {
  albums: readonly IngestAlbum[];
  label: string;
  /** Albums worth looking at first. */
  likely?: readonly number[];
  onPick: (album: IngestAlbum) => void;
  onDropImages?: (album: IngestAlbum, images: number[]) => void;
};

function findAlbums(albums: readonly IngestAlbum[], text: string, likely: readonly number[]): IngestAlbum[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = albums.filter((album) => {
    const searched = `${albumTitle(album)} ${album.division_name}`.toLowerCase();
    return words.every((word) => searched.includes(word));
  });
  const first = found.filter(({ id }) => likely.includes(id));
  return [...first, ...found.filter(({ id }) => !likely.includes(id))];
}

const readImages = ({ dataTransfer }: DragEvent): number[] =>
  JSON.parse(dataTransfer.getData(DRAGGED_IMAGES) || '[]');

/** Type, arrow keys, Enter; or a click; or photos dropped onto a line. */
export function AlbumPicker({ albums, label, likely = [], onPick, onDropImages }: AlbumPickerProps) {
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const [over, setOver] = useState<number>();
  const found = findAlbums(albums, text, likely);
  const optionId = (album: IngestAlbum | undefined) => album && `${listId}-${album.id}`;
  const step = (by: number) => {
    const next = Math.min(Math.max(active + by, 0), found.length - 1);
    setActive(next);
    document.getElementById(optionId(found[next]) ?? '')?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <div className="grid min-h-0 grid-rows-[auto_minmax(0,1fr)] gap-2">
      <input
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={optionId(found[active])}
        aria-label={label}
        placeholder="Order, program or team"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setActive(0);
        }}
        onKeyDown={(event) => {
          const album = found[active];
          if (event.key === 'ArrowDown') step(1);
          else if (event.key === 'ArrowUp') step(-1);
          else if (event.key === 'Enter' && album) onPick(album);
          else return;
          event.preventDefault();
        }}
        className="h-11 rounded-ctl border border-edge bg-surface px-3 text-16 desk:h-9 desk:text-14"
      />
      <div id={listId} role="listbox" aria-label="Albums" className="min-h-0 overflow-y-auto">
        {found.map((album, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above has the keyboard
          <div
            key={album.id}
            id={optionId(album)}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            onClick={() => onPick(album)}
            onDragOver={(event) => {
              if (!onDropImages || !event.dataTransfer.types.includes(DRAGGED_IMAGES)) return;
              event.preventDefault();
              setOver(album.id);
            }}
            onDragLeave={() => setOver(undefined)}
            onDrop={(event) => {
              event.preventDefault();
              setOver(undefined);
              onDropImages?.(album, readImages(event));
            }}
            className={`grid min-h-11 cursor-pointer grid-cols-[40px_minmax(0,1fr)_auto] items-center gap-2 rounded-ctl px-2 text-13 desk:min-h-10 ${over === album.id ? 'bg-spot text-spot-ink' : index === active ? 'bg-sunk' : 'hover:bg-sunk'}`}
          >
            <span className="text-right font-num text-18 leading-none font-semibold">
              {album.performance_order}
            </span>
            <span className="truncate">
              <b className="font-[650]">{album.program_name}</b> {album.team_name}
            </span>
            {likely.includes(album.id) && <span className="text-12 font-semibold text-ink-2">likely</span>}
          </div>
        ))}
        {found.length === 0 && <p className="p-3 text-13 text-ink-2">No album matches.</p>}
      </div>
    </div>
  );
}
