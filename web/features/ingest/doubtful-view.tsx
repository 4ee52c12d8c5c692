import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '#web/components/empty-state.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { countOf } from '#web/lib/count-words.ts';
import { AlbumPicker } from './album-picker.tsx';
import { DoubtfulTray } from './doubtful-tray.tsx';
import { doubtfulQuery } from './ingest.query.ts';
import type { IngestAlbum, IngestEvent } from './ingest.types.ts';
import { useMoveImages } from './use-move-images.ts';

type DoubtfulViewProps = { event: IngestEvent; albums: readonly IngestAlbum[] };

export function DoubtfulView({ event, albums }: DoubtfulViewProps) {
  const { data, error, refetch } = useQuery(doubtfulQuery(event.id));
  const [picking, setPicking] = useState<number[]>();
  const move = useMoveImages(event.id, setPicking);
  const send = (album: IngestAlbum, images: number[]) => {
    setPicking(undefined);
    if (images.length > 0) move.mutate({ album, images });
  };
  if (error && !data) return <FailedState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton label="Loading doubtful photos" className="m-4 h-96" />;
  return (
    <>
      {data.images.length === 0 ? (
        <div className="p-4 desk:p-6">
          <EmptyState
            title="No doubtful photos"
            sentence="Photos taken between two performances or without a capture time appear here for you to file."
          />
        </div>
      ) : (
        <DoubtfulTray tray={data} event={event} albums={albums} onMove={send} onPickAlbum={setPicking} />
      )}
      {picking && (
        <Sheet title={`Move ${countOf(picking.length, 'photo')}`} onClose={() => setPicking(undefined)}>
          <div className="grid h-[50dvh] pb-3">
            <AlbumPicker albums={albums} label="Album to move to" onPick={(album) => send(album, picking)} />
          </div>
        </Sheet>
      )}
    </>
  );
}
