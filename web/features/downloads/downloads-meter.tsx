import type { AlbumDownload } from '#contract/endpoints/downloads.ts';
import { countOf } from '#web/lib/count-words.ts';
import { formatBytes } from '#web/lib/files.ts';

export function DownloadsMeter({ download }: { download: AlbumDownload }) {
  const { photos, size_bytes, downloads_used, downloads_max } = download;
  const left = Math.max(0, downloads_max - downloads_used);
  return (
    <div className="grid gap-[7px] text-13 text-ink-2">
      <p className="flex flex-wrap justify-between gap-x-4">
        <span>
          <b className="font-bold text-ink tabular-nums">
            {downloads_used} of {downloads_max}
          </b>{' '}
          downloads used
        </span>
        <span className="tabular-nums">
          {countOf(photos, 'photo')}, {formatBytes(size_bytes)}
        </span>
      </p>
      <span aria-hidden className="block h-1.5 overflow-hidden rounded-full bg-line">
        <i
          className={`block h-full rounded-full ${left === 0 ? 'bg-bad' : left <= 3 ? 'bg-warn' : 'bg-ink'}`}
          style={{ width: `${Math.min(100, (downloads_used / Math.max(1, downloads_max)) * 100)}%` }}
        />
      </span>
    </div>
  );
}
