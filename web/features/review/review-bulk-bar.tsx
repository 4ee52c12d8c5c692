import type { ReviewCase } from '#contract/lists/reported-photos.ts';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { BulkAction, BulkBar, OverPage } from '#web/components/list/bulk-bar.tsx';
import { countOf } from '#web/lib/formats.ts';
import type { Selection } from '#web/lib/lists/use-selection.ts';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import type { Progress } from './use-decide.ts';

const DECISIONS = {
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
type Decision = keyof typeof DECISIONS;

type ReviewBulkBarProps = {
  selection: Selection<ReviewCase>;
  progress: Progress | undefined;
  onDecide: (removed: boolean) => void;
};

export function ReviewBulkBar({ selection, progress, onDecide }: ReviewBulkBarProps) {
  const photos = countOf(selection.count, 'photo');
  const decide = {
    isPending: false,
    // The progress takes the place of the question.
    mutate: (decision: Decision, { onSettled }: { onSettled: () => void }) => {
      onSettled();
      onDecide(decision === 'remove');
    },
  };
  const { ask, question } = useConfirmed(decide, (decision) => ({
    title: `${DECISIONS[decision].label} ${photos}?`,
    sentence: DECISIONS[decision].sentence,
    confirmLabel: `${DECISIONS[decision].label} ${photos}`,
  }));
  const askByKey = (decision: Decision) => (event: KeyboardEvent) => {
    if (!event.shiftKey || selection.count === 0 || progress) return;
    event.preventDefault();
    ask(decision);
  };
  useHotkeys({ k: askByKey('keep'), r: askByKey('remove') }, { isFirst: true });
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
        {(Object.keys(DECISIONS) as Decision[]).map((decision) => (
          <BulkAction
            key={decision}
            title={`Shift and ${DECISIONS[decision].label[0]}`}
            onClick={() => ask(decision)}
          >
            {DECISIONS[decision].label}
          </BulkAction>
        ))}
      </BulkBar>
      {question}
    </>
  );
}
