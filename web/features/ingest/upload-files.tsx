import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { ProgressBar } from '#web/components/progress-bar.tsx';
import { formatBytes } from '#web/lib/format-bytes.ts';

export type UploadFileRow = {
  path: string;
  sizeBytes: number;
  words: string;
  tone: 'plain' | 'ok' | 'warn' | 'bad';
  reason: string | null;
  /** Bytes so far, while it travels. */
  sentBytes?: number;
};

const TONES = { plain: 'text-ink-2', ok: 'text-ok', warn: 'text-warn', bad: 'text-bad' } as const;
const ROW_PX = 44;

function FileState({ row }: { row: UploadFileRow }) {
  if (row.sentBytes !== undefined) {
    return (
      <span className="grid gap-1">
        <span className="text-right text-12 tabular-nums text-ink-2">
          {Math.floor((row.sentBytes / Math.max(1, row.sizeBytes)) * 100)} %
        </span>
        <ProgressBar label={`Progress of ${row.path}`} value={row.sentBytes} max={row.sizeBytes} isThin />
      </span>
    );
  }
  return <span className={`text-right font-semibold ${TONES[row.tone]}`}>{row.words}</span>;
}

/** Thousands of files, of which only those on screen are drawn. */
export function UploadFiles({ label, rows }: { label: string; rows: readonly UploadFileRow[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
  });
  return (
    <section
      ref={scroller}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area without controls is reached by keyboard only so
      tabIndex={0}
      className="max-h-[420px] min-h-0 overflow-y-auto rounded-card border border-line"
    >
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index];
          if (!row) return null;
          return (
            <li
              key={index}
              aria-setsize={rows.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
              className="absolute inset-x-0 top-0 grid h-11 grid-cols-[minmax(0,1fr)_112px] items-center gap-3 border-line border-b px-4 text-13 desk:grid-cols-[minmax(0,1fr)_80px_140px]"
            >
              <span className="grid min-w-0 leading-tight">
                <span className="truncate" title={row.path}>
                  {row.path}
                </span>
                {row.reason && (
                  <span className="truncate text-12 text-ink-2" title={row.reason}>
                    {row.reason}
                  </span>
                )}
              </span>
              <span className="text-right tabular-nums text-ink-3 not-desk:hidden">
                {formatBytes(row.sizeBytes)}
              </span>
              <FileState row={row} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
