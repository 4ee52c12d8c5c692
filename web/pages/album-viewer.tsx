import { Loading, QueryState } from '#web/components/states.tsx';
import { Fullscreen, ViewerBar } from '#web/components/viewer-bar.tsx';
import { useHeldAlbum } from '#web/features/found-albums/use-open-album.ts';
import { AlbumMissing } from './album-missing.tsx';
import { OpenableAlbum } from './openable-album.tsx';

type AlbumViewerProps = { albumId: number; eventId?: number; back: { to: string; label: string } };

export function AlbumViewer({ albumId, eventId, back }: AlbumViewerProps) {
  const held = useHeldAlbum(albumId, eventId);
  return (
    <Fullscreen>
      {held.data ? (
        <OpenableAlbum key={held.data.id} found={held.data} back={back} />
      ) : (
        <>
          <ViewerBar back={back} />
          <div className="wrap grid gap-6 py-8">
            <QueryState query={held} loading={<Loading />} missing={<AlbumMissing />}>
              {() => null}
            </QueryState>
          </div>
        </>
      )}
    </Fullscreen>
  );
}
