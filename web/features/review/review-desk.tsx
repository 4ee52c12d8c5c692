import { useState } from 'react';
import type { ReviewCase, ReviewView } from '#contract/lists/reported-photos.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import { nextToDecide } from './review-cases.ts';
import { ReviewStage } from './review-stage.tsx';
import { useDecide } from './use-decide.ts';

type ReviewDeskProps = {
  view: ReviewView;
  cases: readonly ReviewCase[];
  entry: ReviewCase;
  onOpen: (image: number) => void;
  onDecided: () => void;
};

/** The open photo with its decisions and their keys. */
export function ReviewDesk({ view, cases, entry, onOpen, onDecided }: ReviewDeskProps) {
  const [isAsking, setIsAsking] = useState(false);
  const index = cases.indexOf(entry);
  const { decide, undo, isBusy } = useDecide(view, { onDecided, onReopened: onOpen });
  const step = (by: 1 | -1) => {
    const next = cases[index + by];
    if (next) onOpen(next.image);
  };
  const settle = async (removed: boolean) => {
    if (isBusy || entry.decision === (removed ? 'removed' : 'kept')) return setIsAsking(false);
    const next = nextToDecide(cases, entry.image);
    const answer = await decide({ image: entry.image, removed }).catch(() => undefined);
    setIsAsking(false);
    if (answer) onOpen(next);
  };
  useHotkeys({
    k: (event) => {
      if (!event.shiftKey) void settle(false);
    },
    r: (event) => {
      if (event.shiftKey) return;
      event.preventDefault();
      if (entry.decision !== 'removed') setIsAsking(true);
    },
    u: undo,
    l: () => step(-1),
  });
  return (
    <>
      <ReviewStage
        entry={entry}
        place={index + 1}
        total={cases.length}
        isBusy={isBusy}
        onStep={step}
        onKeep={() => void settle(false)}
        onRemove={() => setIsAsking(true)}
      />
      {isAsking && (
        <ConfirmDialog
          title="Remove this photo?"
          sentence="Nobody can see it anymore, and it leaves every album download. We notify the people who reported it."
          confirmLabel="Remove"
          isBusy={isBusy}
          onConfirm={() => void settle(true)}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
