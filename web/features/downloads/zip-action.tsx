import { Download } from 'lucide-react';
import type { AlbumDownload } from '#contract/endpoints/downloads.ts';
import { Button } from '#web/components/button.tsx';
import { ProgressBar } from '#web/components/progress-bar.tsx';
import { canDownload, downloadZip, isUnderWay, useZipDownloads, type ZipState } from './zip-downloads.ts';

function wordsOf(state: ZipState | undefined): string {
  switch (state?.phase) {
    case 'asking':
      return 'Getting your zip…';
    case 'preparing':
      return `Preparing your zip, ${Math.floor(state.progress * 100)}%. It starts automatically.`;
    case 'started':
      return 'Your browser is downloading it. If the connection drops, the download resumes.';
    case 'arrived':
      return 'Downloaded.';
    case 'failed':
      return state.message;
    default:
      return '';
  }
}

type ZipButtonProps = { download: AlbumDownload; describedBy: string };

export function ZipButton({ download, describedBy }: ZipButtonProps) {
  const state = useZipDownloads().zips[download.id];
  return (
    <Button
      disabled={!canDownload(download)}
      isBusy={isUnderWay(state)}
      onClick={() => downloadZip(download.id)}
      aria-describedby={describedBy}
      className="flex-1 desk:flex-none"
    >
      {!isUnderWay(state) && <Download aria-hidden size={20} strokeWidth={1.8} />}
      Download zip
    </Button>
  );
}

/** The element is always in the page, so that screen readers announce progress. */
export function ZipProgress({ id }: { id: number }) {
  const state = useZipDownloads().zips[id];
  const isBad = state?.phase === 'failed';
  return (
    <div className={state ? 'grid gap-2' : ''}>
      {state?.phase === 'preparing' && (
        <ProgressBar label="Preparing the zip" value={state.progress} max={1} isThin />
      )}
      <p role="status" className={`text-14 ${isBad ? 'font-medium text-bad' : 'text-ink-2'}`}>
        {wordsOf(state)}
      </p>
    </div>
  );
}
