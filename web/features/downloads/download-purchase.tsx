import { useQuery } from '@tanstack/react-query';
import type { AlbumDownload, OwnedPhotos } from '#contract/endpoints/downloads.ts';
import { TWO_LINES } from '#web/components/button.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/navigation.tsx';
import { myDownloadsQuery } from './downloads.query.ts';
import { ownPhotosOf, SavePhotos } from './save-photos.tsx';
import { ZipButton, ZipProgress } from './zip-downloads.tsx';

type Bought = { album: { id: number }; image: number | null };

/** Downloads what was just bought, without a page in between. */
export function DownloadPurchase({ items }: { items: readonly Bought[] }) {
  const downloads = useQuery(myDownloadsQuery);
  return (
    <QueryState
      query={downloads}
      loading={<Skeleton label={i18n.t('Loading your download')} className="h-[50px]" />}
    >
      {({ albums, photos }) => {
        const isBought = (albumId: number, image: number | null) =>
          items.some((item) => item.album.id === albumId && item.image === image);
        const zips = albums.filter(({ album }) => isBought(album.id, null));
        const groups = photos.flatMap((group) => {
          const images = group.images.filter(({ id }) => isBought(group.album.id, id));
          return images.length > 0 ? [{ ...group, images }] : [];
        });
        if (zips.length + groups.length === 0)
          return <TextLink to={paths.myAlbums}>{i18n.t('Purchases')}</TextLink>;
        return <Downloads zips={zips} groups={groups} />;
      }}
    </QueryState>
  );
}

/** A team may have several performances in one order. */
const performanceOf = ({ performance_order: number }: AlbumDownload['album']) =>
  i18n.t('Performance {number}', { number });

type DownloadsProps = { zips: readonly AlbumDownload[]; groups: readonly OwnedPhotos[] };

function Downloads({ zips, groups }: DownloadsProps) {
  const isOne = zips.length + groups.length === 1;
  const labelOf = ({ album, photos }: AlbumDownload) =>
    isOne
      ? i18n.t('{count, plural, one {Download} other {Download all #}}', { count: photos })
      : i18n.t('Download {name}', { name: `${teamName(album)}, ${performanceOf(album)}` });
  return (
    <>
      {zips.map((download) => (
        <div key={download.id} className="grid gap-1">
          <ZipButton download={download} label={labelOf(download)} className={`min-h-[50px]! ${TWO_LINES}`} />
          <ZipProgress id={download.id} />
        </div>
      ))}
      {groups.map((group) => (
        <SavePhotos key={group.album.id} photos={ownPhotosOf(group)} />
      ))}
    </>
  );
}
