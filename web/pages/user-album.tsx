import { Loading } from '#web/components/states.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { paths, usePathParams } from '#web/lib/navigation.tsx';
import { useSearchState, viewerSearch } from '#web/lib/search-params.ts';
import { userCan, useUser } from '#web/lib/session.ts';
import { AlbumViewer } from './album-viewer.tsx';

const AlbumPreview = lazyPart(() => import('./album-preview.tsx'), 'AlbumPreview', <Loading />);

export function UserAlbumPage() {
  const { albumId } = usePathParams('/user-album/:albumId');
  const isPreview = useSearchState(viewerSearch).search.as === 'customer';
  const user = useUser();
  if (isPreview && userCan(user, 'admin_albums')) {
    return <AlbumPreview albumId={Number(albumId)} />;
  }
  return <AlbumViewer albumId={Number(albumId)} back={{ to: paths.home, label: i18n.t('Back') }} />;
}
