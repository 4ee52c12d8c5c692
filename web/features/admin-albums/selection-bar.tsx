import { Archive, BellOff, Eye, EyeOff, X } from 'lucide-react';
import type { AlbumAction } from '#contract/endpoints/album-batches.ts';
import { ProgressBar } from '#web/components/progress-bar.tsx';
import { formatCount } from '#web/lib/count-words.ts';
import { ACTION_WORDS, progressWords } from './bulk-words.ts';
import type { BatchProgress } from './use-change-albums.ts';

const BAR =
  'absolute bottom-4 left-1/2 z-5 flex max-w-[calc(100%-24px)] -translate-x-1/2 items-center gap-1 rounded-full bg-ink py-1.5 pr-1.5 pl-4 text-14 font-semibold text-bg shadow-3 desk:bottom-12';
const ACTION =
  'inline-flex h-11 flex-none items-center gap-2 rounded-full px-3 whitespace-nowrap hover:bg-bg/15 desk:h-9';

const ICONS = { publish: Eye, publish_quietly: BellOff, unpublish: EyeOff, prepare_zips: Archive } as const;

export function ProgressNote({ progress }: { progress: BatchProgress }) {
  const words = progressWords(progress.action, progress.done, progress.total);
  return (
    <div role="status" className={`${BAR} w-80 flex-col items-stretch! gap-2! rounded-card! px-4! py-3!`}>
      <span className="tabular-nums">{words}</span>
      <ProgressBar label={words} value={progress.done} max={progress.total} isThin />
    </div>
  );
}

type SelectionBarProps = {
  count: number;
  total: number;
  isBusy: boolean;
  onAction: (action: AlbumAction) => void;
  onAll: () => void;
  onClear: () => void;
};

/** Floats while albums are selected. */
export function SelectionBar({ count, total, isBusy, onAction, onAll, onClear }: SelectionBarProps) {
  return (
    <div role="toolbar" aria-label="Selected albums" className={BAR}>
      <span className="flex-none pr-1 tabular-nums" aria-live="polite">
        {formatCount(count)} selected
      </span>
      <span className="flex min-w-0 overflow-x-auto [scrollbar-width:none]">
        {count < total && (
          <button type="button" onClick={onAll} className={`${ACTION} underline underline-offset-3`}>
            Select all {formatCount(total)}
          </button>
        )}
        {(Object.keys(ACTION_WORDS) as AlbumAction[]).map((action) => {
          const Icon = ICONS[action];
          return (
            <button
              key={action}
              type="button"
              disabled={isBusy || count === 0}
              onClick={() => onAction(action)}
              className={`${ACTION} disabled:opacity-50`}
            >
              <Icon aria-hidden size={17} />
              {ACTION_WORDS[action].label}
            </button>
          );
        })}
      </span>
      <button
        type="button"
        aria-label="Select nothing"
        onClick={onClear}
        className="grid size-11 flex-none place-items-center rounded-full bg-bg/20 desk:size-9"
      >
        <X aria-hidden size={17} />
      </button>
    </div>
  );
}
