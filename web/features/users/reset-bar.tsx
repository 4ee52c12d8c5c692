import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { FloatingToolbar, OverPage, TOOLBAR_ACTION } from '#web/components/floating-toolbar.tsx';
import { countOf } from '#web/lib/count-words.ts';
import type { Chosen } from '#web/lib/use-chosen.ts';
import { useUserAction } from './use-user-action.ts';

type ResetBarProps = {
  userId: number;
  /** What is given back: views, downloads. */
  what: string;
  sentence: string;
  chosen: Chosen;
  reset: (ids: number[]) => Promise<{ reset: number }>;
};

/** Gives back what was spent of the chosen albums, once that is confirmed. */
export function ResetBar({ userId, what, sentence, chosen, reset }: ResetBarProps) {
  const [isAsking, setIsAsking] = useState(false);
  const act = useUserAction(userId, reset, ({ reset: count }) =>
    count === 0 ? `There were no ${what} to give back` : `The ${what} of ${countOf(count, 'album')} are back`,
  );
  if (chosen.count === 0) return null;
  const albums = countOf(chosen.count, 'album');
  return (
    <OverPage>
      <FloatingToolbar
        label={`Albums chosen for their ${what}`}
        chosen={albums}
        clearLabel="Choose none"
        onClear={chosen.clear}
      >
        <button type="button" className={TOOLBAR_ACTION} onClick={() => setIsAsking(true)}>
          <RotateCcw aria-hidden size={16} />
          Reset {what}
        </button>
      </FloatingToolbar>
      {isAsking && (
        <ConfirmDialog
          title={`Reset the ${what} of ${albums}?`}
          sentence={sentence}
          confirmLabel={`Reset ${what}`}
          isBusy={act.isPending}
          onConfirm={() =>
            act.mutate(chosen.ids, { onSuccess: chosen.clear, onSettled: () => setIsAsking(false) })
          }
          onCancel={() => setIsAsking(false)}
        />
      )}
    </OverPage>
  );
}
