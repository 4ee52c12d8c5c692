import type { ReactNode } from 'react';
import { FailedState } from '#web/components/failed-state.tsx';
import { Loading } from '#web/components/loading.tsx';
import { Stage } from '#web/components/stage.tsx';
import { StageBar } from '#web/components/stage-bar.tsx';
import { useHeldAlbum } from '#web/features/found-albums/use-held-album.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { AlbumMissing } from './album-missing.tsx';
import { OpenableAlbum } from './openable-album.tsx';

type AlbumViewerProps = { albumId: number; eventId?: number; back: { to: string; label: string } };

/** The album viewer of both its addresses: the customer's own entry for the album, on a dark stage. */
export function AlbumViewer({ albumId, eventId, back }: AlbumViewerProps) {
  const { found, error, retry } = useHeldAlbum(albumId, eventId);
  if (found) {
    return (
      <Stage>
        <OpenableAlbum key={found.id} found={found} back={back} />
      </Stage>
    );
  }
  return (
    <Stage>
      <StageBar back={back} />
      <Centred>
        {!error && <Loading />}
        {error && isApiError(error, 'not_found') && <AlbumMissing />}
        {error && !isApiError(error, 'not_found') && <FailedState error={error} onRetry={retry} />}
      </Centred>
    </Stage>
  );
}

function Centred({ children }: { children: ReactNode }) {
  return <div className="wrap grid gap-6 py-8">{children}</div>;
}
