import { useQuery } from '@tanstack/react-query';
import { Download, SquareCheckBig } from 'lucide-react';
import type { Image, UserFoundAlbum } from '#contract/entities/album.ts';
import { Button } from '#web/components/button.tsx';
import { myDownloadsQuery } from '#web/features/downloads/downloads.query.ts';
import { KeepOffline } from '#web/features/downloads/keep-offline.tsx';
import { canSharePhotos, SavePhotos } from '#web/features/downloads/save-photos.tsx';
import {
  canDownload,
  downloadZip,
  isUnderWay,
  useZipDownloads,
  ZipProgress,
} from '#web/features/downloads/zip-downloads.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { ownPhotosIn } from './own-photos-in.ts';

type OwnedActionsProps = {
  found: UserFoundAlbum;
  images: readonly Image[];
  token: string;
  onSelect: () => void;
};

/** What the owner of an album can do with all of its photos. */
export function OwnedActions({ found, images, token, onSelect }: OwnedActionsProps) {
  const download = useQuery(myDownloadsQuery).data?.albums.find(({ album }) => album.id === found.album.id);
  const zip = useZipDownloads().zips[download?.id ?? 0];
  return (
    <section aria-label={i18n.t('Your photos')} className="grid gap-2 px-4 pt-3 desk:px-6">
      <div className="flex flex-wrap items-start gap-2">
        <Button
          disabled={!canDownload(download)}
          isBusy={isUnderWay(zip)}
          onClick={() => download && downloadZip(download.id)}
        >
          {!isUnderWay(zip) && <Download size={20} strokeWidth={1.8} />}
          {i18n.t('Download all')}
        </Button>
        <Button icon={SquareCheckBig} kind="line" onClick={onSelect}>
          {i18n.t('Select')}
        </Button>
        <KeepOffline found={found} images={images} token={token} />
      </div>
      {download && <ZipProgress id={download.id} />}
      {canSharePhotos() && <SavePhotos photos={ownPhotosIn(found, images, token)} />}
    </section>
  );
}
