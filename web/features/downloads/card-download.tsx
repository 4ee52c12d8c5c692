import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { Button } from '#web/components/button.tsx';
import type { CardDownload } from '#web/components/card-download.ts';
import { myDownloadsQuery } from './downloads.query.ts';
import { ZipProgress } from './zip-action.tsx';
import { canDownload, downloadZip, isUnderWay, useZipDownloads } from './zip-downloads.ts';

export const downloadOnCard: CardDownload = (albumId, titleId) => (
  <DownloadOnCard albumId={albumId} titleId={titleId} />
);

function DownloadOnCard({ albumId, titleId }: { albumId: number; titleId: string }) {
  const download = useQuery(myDownloadsQuery).data?.albums.find(({ album }) => album.id === albumId);
  const zip = useZipDownloads().zips[download?.id ?? 0];
  return (
    <>
      <Button
        kind="line"
        disabled={!canDownload(download)}
        isBusy={isUnderWay(zip)}
        onClick={() => download && downloadZip(download.id)}
        aria-describedby={titleId}
        className="flex-1 px-[15px]! desk:flex-none"
      >
        {!isUnderWay(zip) && <Download aria-hidden size={20} strokeWidth={1.8} />}
        Download
      </Button>
      {download && (
        <div className="basis-full">
          <ZipProgress id={download.id} />
        </div>
      )}
    </>
  );
}
