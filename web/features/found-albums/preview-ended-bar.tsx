import type { UserFoundAlbum } from '#contract/entities/found-album.ts';
import { mayView, VIEWS_EXCEEDED_MESSAGE } from '#contract/rules/view-allowance.ts';
import { Button } from '#web/components/button.tsx';
import { messageOf } from '#web/lib/api-error.ts';
import { useHasPassed } from '#web/lib/use-has-passed.ts';
import { useSpendView } from './use-spend-view.ts';
import type { ViewPass } from './view-pass.ts';
import { standingOf } from './view-standing.ts';

type PreviewEndedBarProps = { found: UserFoundAlbum; pass: ViewPass; onOpened: (pass: ViewPass) => void };

/** Photos on the screen stay when the half hour is over. */
export function PreviewEndedBar({ found, pass, onOpened }: PreviewEndedBarProps) {
  const hasEnded = useHasPassed(pass.expiresAt);
  const open = useSpendView(found, onOpened);
  if (!hasEnded) return null;
  const canOpen = mayView(standingOf(found));
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-b bg-warn-bg px-4 py-2.5 text-14 desk:px-6"
    >
      <p className="mr-auto font-[650] text-warn">This preview has ended</p>
      {open.error && <p className="text-ink-2">{messageOf(open.error)}</p>}
      {canOpen ? (
        <Button size="small" isBusy={open.isPending} onClick={() => open.mutate()}>
          Open again (1 preview)
        </Button>
      ) : (
        <p className="max-w-[70ch] text-ink-2">
          {VIEWS_EXCEEDED_MESSAGE}
          <span>. You can still buy the photos below.</span>
        </p>
      )}
    </div>
  );
}
