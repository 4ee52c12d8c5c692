import type { AlbumDownload } from '#contract/endpoints/downloads.ts';
import { teamLine } from '#contract/rules/title-lines.ts';
import { Button } from '#web/components/button.tsx';
import { formatDate } from '#web/lib/formats.ts';

type DownloadRowProps = { download: AlbumDownload; isBusy: boolean; onReset: () => void };

export function DownloadRow({ download, isBusy, onReset }: DownloadRowProps) {
  const { album, bought_at, downloads_used, downloads_max, is_suspended } = download;
  return (
    <div className="flex min-h-14 items-center gap-3 py-2 pr-4 pl-1.5 text-14">
      <span className="grid min-w-0 flex-1 desk:*:truncate">
        <span className="font-[650]">{teamLine(album)}</span>
        <span className="text-13 text-ink-2">
          Bought {formatDate(bought_at)}
          {is_suspended && ', suspended while the bank reviews a dispute'}
        </span>
      </span>
      <span
        className={`text-13 tabular-nums ${downloads_used >= downloads_max ? 'font-[650] text-warn' : 'text-ink-2'}`}
      >
        {downloads_used} of {downloads_max}
      </span>
      {downloads_used > 0 && (
        <Button
          kind="line"
          size="small"
          isBusy={isBusy}
          onClick={onReset}
          aria-label={`Reset downloads of ${teamLine(album)}`}
        >
          Reset
        </Button>
      )}
    </div>
  );
}
