import { SquareCheckBig } from 'lucide-react';
import type { Image, UserFoundAlbum } from '#contract/entities/album.ts';
import { Button } from '#web/components/button.tsx';
import { KeepOffline } from '#web/features/downloads/keep-offline.tsx';
import { canSharePhotos, ownPhotosIn, SavePhotos } from '#web/features/downloads/save-photos.tsx';
import { useAlbumDownload, ZipButton, ZipProgress } from '#web/features/downloads/zip-downloads.tsx';
import { i18n } from '#web/lib/i18n.ts';

type OwnedActionsProps = {
  found: UserFoundAlbum;
  images: readonly Image[];
  token: string;
  onSelect: () => void;
};

/** The owner's actions on all photos of an album. */
export function OwnedActions({ found, images, token, onSelect }: OwnedActionsProps) {
  const download = useAlbumDownload(found.album.id);
  return (
    <section aria-label={i18n.t('Your photos')} className="grid gap-2 px-4 pt-3 desk:px-6">
      <div className="flex flex-wrap items-start gap-2">
        <ZipButton download={download} label={i18n.t('Download all')} />
        <Button icon={SquareCheckBig} kind="line" onClick={onSelect}>
          {i18n.t('Select')}
        </Button>
        <KeepOffline found={found} images={images} token={token} />
      </div>
      {download && <ZipProgress id={download.id} />}
      {canSharePhotos() && <SavePhotos photos={ownPhotosIn(found.album, images, token)} />}
    </section>
  );
}
