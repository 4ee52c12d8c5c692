import { Download } from 'lucide-react';
import type { AlbumDownload } from '#contract/endpoints/downloads.ts';
import { Button } from '#web/components/button.tsx';
import { Trans } from '#web/components/trans.tsx';
import { formatBytes } from '#web/lib/files.ts';
import { teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { canDownload, downloadAllZips, startNextZip, stopQueue, useZipDownloads } from './zip-downloads.tsx';

export function DownloadAllBar({ downloads }: { downloads: readonly AlbumDownload[] }) {
  const { queue } = useZipDownloads();
  const wanted = downloads.filter(canDownload);
  if (queue) return <QueueBar downloads={downloads} queue={queue} />;
  if (wanted.length < 2) return null;
  const sizeBytes = wanted.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  return (
    <Button
      icon={Download}
      kind="line"
      className="max-w-full"
      onClick={() => void downloadAllZips(wanted.map(({ id }) => id))}
    >
      {i18n.t('Download all')}
      <span className="truncate font-medium text-ink-2 tabular-nums">
        {i18n.t('{count, plural, one {# album} other {# albums}}, {size}', {
          count: wanted.length,
          size: formatBytes(sizeBytes),
        })}
      </span>
    </Button>
  );
}

type Queue = NonNullable<ReturnType<typeof useZipDownloads>['queue']>;

function QueueBar({ downloads, queue }: { downloads: readonly AlbumDownload[]; queue: Queue }) {
  const current = downloads.find(({ id }) => id === queue.ids[queue.position]);
  const isLast = queue.position === queue.ids.length - 1;
  return (
    <section
      aria-label={i18n.t('Download all')}
      className="flex w-full flex-wrap items-center gap-x-4 gap-y-2 rounded-card bg-spot-wash px-5 py-3"
    >
      <p role="status" className="min-w-0 flex-1 basis-[16rem] text-15">
        <Trans
          id="<b>Album {position} of {count}:</b> {team}. The next one starts when this one is done."
          values={{
            position: queue.position + 1,
            count: queue.ids.length,
            team: current ? teamName(current.album) : '',
          }}
          components={{ b: <b className="font-bold tabular-nums" /> }}
        />
      </p>
      <div className="flex gap-2">
        {!isLast && (
          <Button kind="line" size="small" onClick={startNextZip}>
            {i18n.t('Start the next one now')}
          </Button>
        )}
        <Button kind="ghost" size="small" onClick={stopQueue}>
          {i18n.t('Stop')}
        </Button>
      </div>
    </section>
  );
}
