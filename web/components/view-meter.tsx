import { isNearViewLimit } from '#contract/rules/albums.ts';
import { Trans } from '#web/components/trans.tsx';
import { i18n } from '#web/lib/i18n.ts';

const TICKS = 10;

export type ViewStatus = { viewsUsed: number; viewsAllowed: number; owned: boolean };

/** Shows how many views are used, with ticks once the limit is near. */
export function ViewMeter({ status }: { status: ViewStatus }) {
  const { viewsUsed: used, viewsAllowed: allowed } = status;
  return (
    <div className="grid gap-[7px]">
      <p className="text-13 text-ink-2 tabular-nums">
        <Trans
          id="<b>{used} of {allowed}</b> views used"
          values={{ used: Math.min(used, allowed), allowed }}
          components={{ b: <b className="font-bold text-ink" /> }}
        />
      </p>
      {isNearViewLimit(status) && <Ticks status={status} />}
    </div>
  );
}

function Ticks({ status: { viewsUsed, viewsAllowed } }: { status: ViewStatus }) {
  const on = Math.min(TICKS, Math.ceil((viewsUsed / Math.max(viewsAllowed, 1)) * TICKS));
  const color = viewsUsed >= viewsAllowed ? 'bg-bad' : 'bg-warn';
  return (
    <span aria-hidden className="flex gap-[3px]">
      {Array.from({ length: TICKS }, (_, index) => (
        <i
          // biome-ignore lint/suspicious/noArrayIndexKey: ten ticks that never change places
          key={index}
          className={`h-1.5 flex-1 rounded-[3px] ${index < on ? color : 'bg-line'}`}
        />
      ))}
    </span>
  );
}

/** Words for somebody who comes near the limit; nothing before that. */
export function viewsLeft(status: ViewStatus): string | undefined {
  if (!isNearViewLimit(status)) return undefined;
  const left = Math.max(0, status.viewsAllowed - status.viewsUsed);
  return i18n.t('You have {left, plural, one {# view} other {# views}} left', { left });
}
