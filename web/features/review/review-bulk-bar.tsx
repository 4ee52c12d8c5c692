import { useState } from 'react';
import type { ReviewCase } from '#contract/lists/reported-photos.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { BulkAction, BulkBar, OverPage } from '#web/components/list/bulk-bar.tsx';
import { countOf } from '#web/lib/formats.ts';
import type { Selection } from '#web/lib/lists/use-selection.ts';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import type { Progress } from './use-decide.ts';

const QUESTIONS = {
  keep: {
    label: 'Keep',
    sentence: 'Customers can see them again. We notify the people who reported them.',
  },
  remove: {
    label: 'Remove',
    sentence:
      'Nobody can see them anymore, and they leave every album download. We notify the people who reported them.',
  },
} as const;
type Question = keyof typeof QUESTIONS;

type ReviewBulkBarProps = {
  selection: Selection<ReviewCase>;
  progress: Progress | undefined;
  onDecide: (removed: boolean) => void;
};

export function ReviewBulkBar({ selection, progress, onDecide }: ReviewBulkBarProps) {
  const [asked, setAsked] = useState<Question>();
  const photos = countOf(selection.count, 'photo');
  const ask = (question: Question) => (event: KeyboardEvent) => {
    if (!event.shiftKey || selection.count === 0 || progress) return;
    event.preventDefault();
    setAsked(question);
  };
  useHotkeys({ k: ask('keep'), r: ask('remove') }, { isFirst: true });
  if (progress) {
    return (
      <OverPage>
        <p
          role="status"
          className="absolute bottom-4 left-1/2 -translate-x-1/2 rounded-full bg-ink px-5 py-3 text-14 font-semibold whitespace-nowrap text-bg tabular-nums shadow-3"
        >
          {progress.verb} {progress.done} of {progress.total}
        </p>
      </OverPage>
    );
  }
  return (
    <>
      <BulkBar noun="photo" selection={selection}>
        {(Object.keys(QUESTIONS) as Question[]).map((question) => (
          <BulkAction
            key={question}
            title={`Shift and ${QUESTIONS[question].label[0]}`}
            onClick={() => setAsked(question)}
          >
            {QUESTIONS[question].label}
          </BulkAction>
        ))}
      </BulkBar>
      {asked && (
        <ConfirmDialog
          title={`${QUESTIONS[asked].label} ${photos}?`}
          sentence={QUESTIONS[asked].sentence}
          confirmLabel={`${QUESTIONS[asked].label} ${photos}`}
          onConfirm={() => {
            setAsked(undefined);
            onDecide(asked === 'remove');
          }}
          onCancel={() => setAsked(undefined)}
        />
      )}
    </>
  );
}
