import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { BulkAnswer } from '#contract/lists/list.ts';
import { ConfirmDialog } from '#web/components/confirm-dialog.tsx';
import { TOOLBAR_ACTION } from '#web/components/floating-toolbar.tsx';
import { BulkBar } from '#web/components/list/bulk-bar.tsx';
import { countOf } from '#web/lib/count-words.ts';
import type { ListRows } from '#web/lib/lists/list-rows.ts';
import { toastBulkAnswer } from '#web/lib/lists/toast-bulk-answer.ts';
import type { Selection } from '#web/lib/lists/use-selection.ts';
import { useUserAction } from './use-user-action.ts';

type ResetBarProps<Row> = {
  userId: number;
  what: 'views' | 'downloads';
  sentence: string;
  nameOf: (row: Row) => string;
  rows: ListRows<Row>;
  selection: Selection<Row>;
  reset: (ids: number[]) => Promise<BulkAnswer<number>>;
};

export function ResetBar<Row extends { id: number }>(props: ResetBarProps<Row>) {
  const { userId, what, sentence, nameOf, rows, selection, reset } = props;
  const [isAsking, setIsAsking] = useState(false);
  const act = useUserAction(userId, async () => {
    const chosen = selection.rows;
    const answer = await reset(chosen.map(({ id }) => id));
    toastBulkAnswer(answer, {
      done: (count) => `${what === 'views' ? 'Views' : 'Downloads'} of ${countOf(count, 'album')} reset`,
      nameOf: (id) => chosen.filter((row) => row.id === id).map(nameOf)[0] ?? `Album ${id}`,
    });
  });
  return (
    <>
      <BulkBar noun="album" rows={rows} selection={selection}>
        <button type="button" className={TOOLBAR_ACTION} onClick={() => setIsAsking(true)}>
          <RotateCcw aria-hidden size={16} />
          Reset {what}
        </button>
      </BulkBar>
      {isAsking && (
        <ConfirmDialog
          title={`Reset the ${what} of ${countOf(selection.count, 'album')}?`}
          sentence={sentence}
          confirmLabel={`Reset ${what}`}
          isBusy={act.isPending}
          onConfirm={() =>
            act.mutate(undefined, { onSuccess: selection.clear, onSettled: () => setIsAsking(false) })
          }
          onCancel={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
