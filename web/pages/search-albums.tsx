import { useQuery } from '@tanstack/react-query';
import { CardDownloadContext } from '#web/components/album-card.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { AlbumAthletes } from '#web/features/athletes/album-athletes.tsx';
import { AlbumSearch } from '#web/features/catalogue/album-search.tsx';
import { downloadOnCard } from '#web/features/downloads/zip-downloads.tsx';
import { statusOf } from '#web/features/found-albums/album-list.ts';
import { findMyAlbum, myAlbumsQuery } from '#web/features/found-albums/my-albums.query.ts';
import { i18n } from '#web/lib/i18n.ts';
import { siteQuery } from '#web/lib/site.query.ts';

export function SearchAlbumsPage() {
  const { data } = useQuery(myAlbumsQuery);
  const { data: site } = useQuery(siteQuery);
  return (
    <div className="wrap grid gap-6 py-8 desk:gap-8 desk:py-12">
      <PageHeading title={i18n.t('Find a team')}>
        {i18n.t('Every album that’s online. Open one, and it shows up on your home page.')}
      </PageHeading>
      <CardDownloadContext value={downloadOnCard}>
        <AlbumSearch
          statusOf={(albumId) => statusOf(findMyAlbum(data, albumId), site?.view_limit)}
          noteOf={(albumId) => <AlbumAthletes albumId={albumId} />}
        />
      </CardDownloadContext>
    </div>
  );
}
