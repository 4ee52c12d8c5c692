import { Archive, BellOff, Eye, EyeOff } from 'lucide-react';
import type { AlbumAction } from '#contract/endpoints/album-batches.ts';
import { FLOATING_PILL, FloatingToolbar, TOOLBAR_ACTION } from '#web/components/floating-toolbar.tsx';
import { ProgressBar } from '#web/components/progress-bar.tsx';
import { formatCount } from '#web/lib/count-words.ts';
import { ACTION_WORDS, progressWords } from './bulk-words.ts';
import type { BatchProgress } from './use-change-albums.ts';

const ICONS = { publish: Eye, publish_quietly: BellOff, unpublish: EyeOff, prepare_zips: Archive } as const;

export function ProgressNote({ progress }: { progress: BatchProgress }) {
  const words = progressWords(progress.action, progress.done, progress.total);
  return (
    <div
      role="status"
      className={`${FLOATING_PILL} w-80 flex-col items-stretch! gap-2! rounded-card! px-4! py-3! desk:bottom-12`}
    >
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
    <FloatingToolbar
      label="Selected albums"
      chosen={`${formatCount(count)} selected`}
      clearLabel="Select nothing"
      onClear={onClear}
      isRaised
    >
      {count < total && (
        <button type="button" onClick={onAll} className={`${TOOLBAR_ACTION} underline underline-offset-3`}>
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
            className={`${TOOLBAR_ACTION} disabled:opacity-50`}
          >
            <Icon aria-hidden size={17} />
            {ACTION_WORDS[action].label}
          </button>
        );
      })}
    </FloatingToolbar>
  );
}
