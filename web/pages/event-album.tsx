import { i18n } from '#web/lib/i18n.ts';
import { paths, usePathParams } from '#web/lib/navigation.tsx';
import { AlbumViewer } from './album-viewer.tsx';

export function EventAlbumPage() {
  const { eventid, albumid } = usePathParams('/events/:eventid/album/:albumid');
  return (
    <AlbumViewer
      albumId={Number(albumid)}
      eventId={Number(eventid)}
      back={{ to: paths.event(eventid), label: i18n.t('Back') }}
    />
  );
}
