import { type DragEvent, useState } from 'react';
import { hasEveryKeyword, searchText, splitKeywords } from '#contract/rules/keyword-filter.ts';
import { Combobox } from '#web/components/combobox.tsx';
import { DRAGGED_IMAGES } from '#web/components/photo-grid.tsx';
import { countOf } from '#web/lib/formats.ts';
import { albumTitle, type IngestAlbum } from './ingest.query.ts';

type AlbumPickerProps = {
  albums: readonly IngestAlbum[];
  label: string;
  /** These albums are listed first. */
  likely?: readonly number[];
  onPick: (album: IngestAlbum) => void;
  onDropImages?: (album: IngestAlbum, images: number[]) => void;
};

function findAlbums(albums: readonly IngestAlbum[], text: string, likely: readonly number[]): IngestAlbum[] {
  const words = splitKeywords(text);
  const found = albums.filter((album) =>
    hasEveryKeyword(searchText(`${albumTitle(album)} ${album.division_name}`), words),
  );
  const first = found.filter(({ id }) => likely.includes(id));
  return [...first, ...found.filter(({ id }) => !likely.includes(id))];
}

const OPTION_PX = 44;
const albumId = ({ id }: IngestAlbum) => id;
const countAlbums = (count: number) => countOf(count, 'album');

const readImages = ({ dataTransfer }: DragEvent): number[] =>
  JSON.parse(dataTransfer.getData(DRAGGED_IMAGES) || '[]');

export function AlbumPicker({ albums, label, likely = [], onPick, onDropImages }: AlbumPickerProps) {
  const [text, setText] = useState('');
  const [over, setOver] = useState<number>();
  const dropHandlers = (album: IngestAlbum) => ({
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(DRAGGED_IMAGES)) return;
      event.preventDefault();
      setOver(album.id);
    },
    onDragLeave: () => setOver(undefined),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(undefined);
      onDropImages?.(album, readImages(event));
    },
  });
  return (
    <Combobox
      label={label}
      placeholder="Performance, program or team"
      text={text}
      onText={setText}
      options={findAlbums(albums, text, likely)}
      keyOf={albumId}
      onPick={onPick}
      listLabel="Albums"
      countWords={countAlbums}
      nothingFound="No album matches."
      optionPx={OPTION_PX}
      optionHandlers={onDropImages && dropHandlers}
      optionClassName={({ id }) => (id === over ? 'bg-spot! text-spot-ink' : '')}
      inputClassName="h-11 rounded-ctl border border-edge bg-surface px-3 text-16 desk:h-9 desk:text-14"
      className="grid-rows-[auto_minmax(0,1fr)]"
    >
      {(album) => (
        <span className="grid min-h-11 grid-cols-[40px_minmax(0,1fr)_auto] items-center gap-2 px-2 text-13 desk:min-h-10">
          <span className="text-right font-num text-18 leading-none font-semibold">
            {album.performance_order}
          </span>
          <span className="truncate">
            <b className="font-[650]">{album.program_name}</b> {album.team_name}
          </span>
          {likely.includes(album.id) && <span className="text-12 font-semibold">likely</span>}
        </span>
      )}
    </Combobox>
  );
}
