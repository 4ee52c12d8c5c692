import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { AlbumDownload, OwnedPhotos } from '#contract/endpoints/downloads.ts';
import { Button } from '#web/components/button.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/navigation.tsx';
import { myDownloadsQuery } from './downloads.query.ts';
import { ownPhotosOf, SavePhotos } from './save-photos.tsx';
import { canDownload, downloadZip, isUnderWay, useZipDownloads, ZipProgress } from './zip-downloads.tsx';

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

function Downloads({ zips, groups }: { zips: readonly AlbumDownload[]; groups: readonly OwnedPhotos[] }) {
  const isOne = zips.length + groups.length === 1;
  return (
    <>
      {zips.map((download) => (
        <DownloadAlbum key={download.id} download={download} name={isOne ? '' : teamName(download.album)} />
      ))}
      {groups.map((group) => (
        <SavePhotos key={group.album.id} photos={ownPhotosOf(group)} />
      ))}
    </>
  );
}

/** `name` tells several albums apart. */
function DownloadAlbum({ download, name }: { download: AlbumDownload; name: string }) {
  const state = useZipDownloads().zips[download.id];
  return (
    <div className="grid gap-1">
      <Button
        className="h-[50px]!"
        disabled={!canDownload(download)}
        isBusy={isUnderWay(state)}
        onClick={() => downloadZip(download.id)}
      >
        {!isUnderWay(state) && <Download size={20} strokeWidth={1.8} />}
        {name
          ? i18n.t('Download {name}', { name })
          : i18n.t('{count, plural, one {Download} other {Download all #}}', { count: download.photos })}
      </Button>
      <ZipProgress id={download.id} />
    </div>
  );
}
