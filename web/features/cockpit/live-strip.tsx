import type { Cockpit } from '#contract/endpoints/cockpit.ts';
import { ProgressBar } from '#web/components/progress-bar.tsx';
import { batchWords, lastMinuteWords, paceWords } from './live-words.ts';

export function LiveStrip({ cockpit: { uploads, event }, now }: { cockpit: Cockpit; now: number }) {
  const isComing = uploads.photos_last_minute > 0;
  const batches = batchWords(uploads);
  return (
    <section
      aria-label="Uploads now"
      className="grid gap-x-8 gap-y-3 rounded-sheet bg-sunk px-5 py-4 desk:grid-cols-[auto_minmax(0,1fr)] desk:items-center desk:px-8 desk:py-5 print:hidden"
    >
      <p className="flex items-center gap-3">
        <span
          aria-hidden
          className={`size-3 flex-none rounded-full transition-colors duration-(--d3) ${isComing ? 'bg-ok' : 'bg-line'}`}
        />
        <strong
          key={uploads.photos_last_minute}
          className="text-22 leading-tight font-[750] tracking-[-0.02em] tabular-nums transition-[opacity,translate] duration-(--d3) starting:translate-y-1 starting:opacity-0"
        >
          {lastMinuteWords(uploads)}
        </strong>
      </p>
      <div className="grid gap-2 desk:justify-items-end">
        <p className="text-14 text-ink-2 tabular-nums">{paceWords(uploads, event.time_zone, now)}</p>
        {batches && (
          <div className="grid w-full max-w-[420px] gap-1.5">
            <p className="text-14 font-[650] tabular-nums">{batches}</p>
            <ProgressBar
              label="Files that have arrived"
              value={uploads.batches.files_arrived}
              max={uploads.batches.files_total}
            />
          </div>
        )}
      </div>
    </section>
  );
}
