import { usePathParams } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';
import { AlbumViewer } from './album-viewer.tsx';

export function EventAlbumPage() {
  const { eventid, albumid } = usePathParams('/events/:eventid/album/:albumid');
  return (
    <AlbumViewer
      albumId={Number(albumid)}
      eventId={Number(eventid)}
      back={{ to: paths.event(eventid), label: 'Back' }}
    />
  );
}
