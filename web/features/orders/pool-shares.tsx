import { Check, Minus, Plus } from 'lucide-react';
import { useId } from 'react';
import type { Pool } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import { Button, buttonStyle, TWO_LINES } from '#web/components/button.tsx';
import { i18n } from '#web/lib/i18n.ts';

const COLORS = { me: 'bg-spot', other: 'bg-ink', free: 'bg-line' } as const;

/** Shares by participant: a participant's shares are adjacent, and free ones come last. */
export function holdersOf({ shares, participants }: Pool): (keyof typeof COLORS)[] {
  const holders = participants.flatMap((person) =>
    Array.from({ length: person.shares }, () => (person.is_me ? ('me' as const) : ('other' as const))),
  );
  return Array.from({ length: shares }, (_, position) => holders[position] ?? 'free');
}

type SharesBarProps = { taken: number; colors: readonly string[]; className: string };

/** One piece per share. */
export function SharesBar({ taken, colors, className }: SharesBarProps) {
  const shares = colors.length;
  return (
    <div
      role="progressbar"
      aria-label={i18n.t('Shares taken')}
      aria-valuemin={0}
      aria-valuemax={shares}
      aria-valuenow={taken}
      aria-valuetext={i18n.t('{taken} of {shares} shares taken', { taken, shares })}
      className={`flex gap-1 ${className}`}
    >
      {colors.map((color, position) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a share is nothing but its position
        <i key={position} className={`flex-1 rounded-full ${color}`} />
      ))}
    </div>
  );
}

export function PoolShares({ pool }: { pool: Pool }) {
  return (
    <div className="grid gap-4">
      <div className="grid gap-1.5">
        <SharesBar
          taken={pool.taken}
          colors={holdersOf(pool).map((holder) => COLORS[holder])}
          className="*:h-3"
        />
        <div aria-hidden className="flex gap-1">
          {pool.participants.map((person, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: first names repeat, and people have no other sign here
              key={index}
              className="min-w-0 truncate text-center text-12 font-medium text-ink-2"
              style={{ flex: `0 0 calc((100% + 4px) * ${person.shares / pool.shares} - 4px)` }}
            >
              {person.is_me ? i18n.t('You') : person.first_name || i18n.t('Someone')}
            </span>
          ))}
        </div>
      </div>
      {pool.participants.length > 0 ? (
        <ul aria-label={i18n.t('Who’s in')} className="flex flex-wrap gap-2">
          {pool.participants.map((person, index) => (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: first names repeat, and people have no other sign here
              key={index}
              className={`inline-flex h-8 items-center gap-1.5 rounded-full px-3 text-14 ${person.is_me ? 'bg-spot-wash font-[650]' : 'bg-sunk'}`}
            >
              <Check size={15} strokeWidth={2.2} className="text-ok" />
              {person.is_me ? i18n.t('You') : person.first_name || i18n.t('Someone')}
              {person.is_owner && <span className="text-ink-2">{i18n.t('(started it)')}</span>}
              <span className="text-ink-2 tabular-nums">
                {i18n.t('{count, plural, one {# share} other {# shares}}', { count: person.shares })}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-15 text-ink-2">{i18n.t('Nobody has taken a share yet.')}</p>
      )}
    </div>
  );
}

type PoolStepperProps = {
  shares: number;
  sharesLeft: readonly number[];
  onChange: (shares: number) => void;
};

export function amountOf(sharesLeft: readonly number[], shares: number): number {
  return sharesLeft.slice(0, shares).reduce((sum, cents) => sum + cents, 0);
}

export function PoolStepper({ shares, sharesLeft, onChange }: PoolStepperProps) {
  const labelId = useId();
  const most = sharesLeft.length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be a form
    <div role="group" aria-labelledby={labelId} className="grid gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <p id={labelId} className="flex-1 basis-36 text-15">
          <b className="block font-[650]">{i18n.t('How many shares?')}</b>
          <span className="text-14 text-ink-2 tabular-nums">
            {i18n.t('{price} a share, {count} left', { price: formatCents(sharesLeft[0] ?? 0), count: most })}
          </span>
        </p>
        <div className="flex items-center gap-3">
          <button
            type="button"
            aria-label={i18n.t('One share fewer')}
            disabled={shares <= 1}
            onClick={() => onChange(shares - 1)}
            className={buttonStyle('line', 'icon')}
          >
            <Minus size={20} strokeWidth={2} />
          </button>
          <output
            aria-live="polite"
            className="min-w-8 text-center font-num text-36 leading-none font-semibold tabular-nums"
          >
            {shares}
            <span className="sr-only">
              {i18n.t('{shares, plural, one {share} other {shares}}, {amount}', {
                shares,
                amount: formatCents(amountOf(sharesLeft, shares)),
              })}
            </span>
          </output>
          <button
            type="button"
            aria-label={i18n.t('One share more')}
            disabled={shares >= most}
            onClick={() => onChange(shares + 1)}
            className={buttonStyle('line', 'icon')}
          >
            <Plus size={20} strokeWidth={2} />
          </button>
        </div>
      </div>
      {most > 1 && shares < most && (
        <Button
          kind="line"
          size="small"
          className={`justify-self-start ${TWO_LINES}`}
          onClick={() => onChange(most)}
        >
          {i18n.t('Take all that’s left: {amount}', { amount: formatCents(amountOf(sharesLeft, most)) })}
        </Button>
      )}
    </div>
  );
}
