import { paths } from '#web/lib/paths.ts';
import { usePathParams } from '#web/lib/use-path-params.ts';
import { AlbumViewer } from './album-viewer.tsx';

export function UserAlbumPage() {
  const { albumId } = usePathParams('/user-album/:albumId');
  return <AlbumViewer albumId={Number(albumId)} back={{ to: paths.home, label: 'Back' }} />;
}
