import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { countOf } from '#web/lib/count-words.ts';
import { useIsDesk } from '#web/lib/use-is-desk.ts';
import { AlbumPicker } from './album-picker.tsx';
import { DoubtfulGrid } from './doubtful-grid.tsx';
import { doubtfulCsv, findDoubtful } from './doubtful-list.ts';
import { chooseAll, commonCandidates, keepPresent, NOTHING } from './image-selection.ts';
import { doubtfulQuery } from './ingest.query.ts';
import type { IngestAlbum, IngestEvent, Tray } from './ingest.types.ts';
import { MoveBar } from './move-bar.tsx';
import { TrayToolbar } from './tray-toolbar.tsx';
import { useMoveImages } from './use-move-images.ts';
import { useTrayList } from './use-tray-list.ts';

const MOST_CANDIDATES = 4;

type DoubtfulViewProps = { event: IngestEvent; albums: readonly IngestAlbum[] };

/** Frames no rule could file wait here for someone who knows. */
export function DoubtfulView({ event, albums }: DoubtfulViewProps) {
  const { data, error, refetch } = useQuery(doubtfulQuery(event.id));
  /** Photos that were moved and shall go elsewhere, or those chosen now. */
  const [asked, setAsked] = useState<number[]>();
  const move = useMoveImages(event.id, setAsked);
  const send = (album: IngestAlbum, images: number[]) => {
    setAsked(undefined);
    if (images.length > 0) move.mutate({ album, images });
  };
  if (error && !data) return <FailedState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton label="Loading doubtful photos" className="m-4 h-96" />;
  return (
    <>
      {data.images.length === 0 ? (
        <div className="p-4 desk:p-6">
          <EmptyState
            title="The tray is empty"
            sentence="Photos near the boundary of two performances, or without a capture time, will wait here for your decision."
          />
        </div>
      ) : (
        <TrayDesk tray={data} event={event} albums={albums} onMove={send} onAsk={setAsked} />
      )}
      {asked && (
        <Sheet title={`Move ${countOf(asked.length, 'photo')}`} onClose={() => setAsked(undefined)}>
          <div className="grid h-[50dvh] pb-3">
            <AlbumPicker albums={albums} label="Album to move to" onPick={(album) => send(album, asked)} />
          </div>
        </Sheet>
      )}
    </>
  );
}

type TrayDeskProps = DoubtfulViewProps & {
  tray: Tray;
  onMove: (album: IngestAlbum, images: number[]) => void;
  onAsk: (images: number[]) => void;
};

function TrayDesk({ tray, event, albums, onMove, onAsk }: TrayDeskProps) {
  const isDesk = useIsDesk();
  const [selection, setSelection] = useState(NOTHING);
  const list = useTrayList();
  const found = findDoubtful(tray.images, list.filter, list.sort);
  const ids = found.map(({ id }) => id);
  const chosen = keepPresent(selection, ids);
  const chosenSet = new Set(chosen);
  const likely = commonCandidates(
    found.filter(({ id }) => chosenSet.has(id)).map(({ candidates }) => candidates),
  );
  const candidates = likely.flatMap((id) => albums.find((album) => album.id === id) ?? []);
  const send = (album: IngestAlbum, images: number[]) => {
    setSelection(NOTHING);
    onMove(album, images);
  };
  return (
    <div className="grid h-full min-h-0 desk:grid-cols-[minmax(0,1fr)_320px]">
      <div className="relative grid min-h-0 grid-rows-[auto_minmax(0,1fr)]">
        <TrayToolbar
          list={list}
          images={tray.images}
          found={found}
          fileName={`doubtful-${event.start_date}.csv`}
          makeCsv={() => doubtfulCsv(found, albums, event.time_zone)}
          onChooseAll={() => setSelection(chooseAll(ids))}
        />
        {found.length === 0 ? (
          <div className="p-4 desk:p-6">
            <EmptyState title="No photo passes this filter" sentence="Others in the tray are still waiting.">
              <Button kind="line" size="small" onClick={list.showAll}>
                Show all {countOf(tray.images.length, 'photo')}
              </Button>
            </EmptyState>
          </div>
        ) : (
          <DoubtfulGrid
            tray={tray}
            images={found}
            timeZone={event.time_zone}
            selection={selection}
            onSelect={setSelection}
          />
        )}
        {chosen.length > 0 && (
          <MoveBar
            count={chosen.length}
            candidates={candidates.slice(0, MOST_CANDIDATES)}
            onMove={(album) => send(album, chosen)}
            onOther={() => onAsk(chosen)}
            onClear={() => setSelection(NOTHING)}
          />
        )}
      </div>
      {isDesk && (
        <aside
          aria-label="Albums"
          className="grid min-h-0 grid-rows-[auto_minmax(0,1fr)] gap-2 border-line border-l p-3"
        >
          <h2 className="px-1 text-14 font-bold">
            {chosen.length > 0 ? `Move ${countOf(chosen.length, 'photo')} to` : 'Drag photos onto an album'}
          </h2>
          <AlbumPicker
            albums={albums}
            label="Find an album"
            likely={likely}
            onPick={(album) => chosen.length > 0 && send(album, chosen)}
            onDropImages={send}
          />
        </aside>
      )}
    </div>
  );
}
