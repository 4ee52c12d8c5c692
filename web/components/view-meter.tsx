import { Trans } from './trans.tsx';

const TICKS = 10;
const NEAR_SHARE = 0.7;

export type ViewStatus = { viewsUsed: number; viewsAllowed: number; owned: boolean };

/** Warns from 70 % of the allowance and turns red when nothing is left. */
function tickColor({ viewsUsed, viewsAllowed }: ViewStatus, plain: string): string {
  if (viewsUsed >= viewsAllowed) return 'bg-bad';
  return viewsUsed >= viewsAllowed * NEAR_SHARE ? 'bg-warn' : plain;
}

type ViewMeterProps = {
  status: ViewStatus;
  hint?: string;
  tone?: 'ink' | 'spot';
  className?: string;
};

export function ViewMeter({ status, hint, tone = 'ink', className = '' }: ViewMeterProps) {
  const { viewsUsed, viewsAllowed } = status;
  const ticksOn = Math.min(TICKS, Math.ceil((viewsUsed / Math.max(viewsAllowed, 1)) * TICKS));
  const color = tickColor(status, tone === 'spot' ? 'bg-spot' : 'bg-ink');
  return (
    <div className={`grid gap-[7px] ${className}`}>
      <p className="text-13 text-ink-2">
        <Trans
          id="<b>{used} of {allowed}</b> previews used"
          values={{ used: viewsUsed, allowed: viewsAllowed }}
          components={{ b: <b className="font-bold text-ink tabular-nums" /> }}
        />
        {hint && `. ${hint}`}
      </p>
      <Ticks on={ticksOn} color={color} />
    </div>
  );
}

function Ticks({ on, color }: { on: number; color: string }) {
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
