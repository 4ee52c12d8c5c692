import { useState } from 'react';
import { MAX_DECIDED_AT_ONCE } from '#contract/endpoints/moderation.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { FloatingToolbar, OverPage, TOOLBAR_ACTION } from '#web/components/floating-toolbar.tsx';
import { countOf } from '#web/lib/count-words.ts';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import type { Work } from './use-decide-together.ts';

type ReviewBulkBarProps = {
  count: number;
  work: Work | undefined;
  onDecide: (removed: boolean) => void;
  onClear: () => void;
};

const QUESTIONS = {
  keep: {
    label: 'Keep',
    sentence: 'They stay, or come back where a report had hidden them. Whoever reported them is told.',
  },
  remove: {
    label: 'Remove',
    sentence:
      'Nobody will see them any more, and they leave every album download. Whoever reported them is told.',
  },
} as const;
type Question = keyof typeof QUESTIONS;

/** What can be done with several photos at once, and how far it is. */
export function ReviewBulkBar({ count, work, onDecide, onClear }: ReviewBulkBarProps) {
  const [asked, setAsked] = useState<Question>();
  const isOpen = count > 0 && !work;
  const photos = countOf(count, 'photo');
  const ask = (question: Question) => (event: KeyboardEvent) => {
    if (!event.shiftKey || !isOpen) return;
    event.preventDefault();
    setAsked(question);
  };
  useHotkeys({ k: ask('keep'), r: ask('remove'), escape: () => isOpen && onClear() }, { isFirst: true });
  if (work) {
    return (
      <OverPage>
        <p
          role="status"
          className="absolute bottom-4 left-1/2 -translate-x-1/2 rounded-full bg-ink px-5 py-3 text-14 font-semibold whitespace-nowrap text-bg tabular-nums shadow-3"
        >
          {work.verb} {work.done} of {work.total}
        </p>
      </OverPage>
    );
  }
  if (count === 0) return null;
  return (
    <OverPage>
      <FloatingToolbar
        label="Selected photos"
        chosen={count === MAX_DECIDED_AT_ONCE ? `${count}, the most` : photos}
        clearLabel="Select no photos"
        onClear={onClear}
      >
        {(Object.keys(QUESTIONS) as Question[]).map((question) => (
          <button
            key={question}
            type="button"
            title={`Shift and ${QUESTIONS[question].label[0]}`}
            onClick={() => setAsked(question)}
            className={TOOLBAR_ACTION}
          >
            {QUESTIONS[question].label}
          </button>
        ))}
      </FloatingToolbar>
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
    </OverPage>
  );
}
