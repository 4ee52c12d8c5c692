import { Minus, Plus } from 'lucide-react';
import { useId } from 'react';
import { formatCents } from '#contract/rules/money.ts';
import { Button } from '#web/components/button.tsx';
import { buttonStyle } from '#web/components/button-style.ts';
import { sharesInWords } from './pool-words.ts';

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
      <div className="flex items-center gap-3">
        <p id={labelId} className="mr-auto text-15">
          <b className="block font-[650]">How many shares?</b>
          <span className="text-14 text-ink-2 tabular-nums">
            {formatCents(sharesLeft[0] ?? 0)} a share, {most} left
          </span>
        </p>
        <button
          type="button"
          aria-label="One share less"
          disabled={shares <= 1}
          onClick={() => onChange(shares - 1)}
          className={buttonStyle('line', 'icon')}
        >
          <Minus aria-hidden size={20} strokeWidth={2} />
        </button>
        <output
          aria-live="polite"
          className="min-w-8 text-center font-num text-36 leading-none font-semibold tabular-nums"
        >
          {shares}
          <span className="sr-only">
            {' '}
            {sharesInWords(shares).replace(/^\d+ /, '')}, {formatCents(amountOf(sharesLeft, shares))}
          </span>
        </output>
        <button
          type="button"
          aria-label="One share more"
          disabled={shares >= most}
          onClick={() => onChange(shares + 1)}
          className={buttonStyle('line', 'icon')}
        >
          <Plus aria-hidden size={20} strokeWidth={2} />
        </button>
      </div>
      {most > 1 && shares < most && (
        <Button kind="line" size="small" className="justify-self-start" onClick={() => onChange(most)}>
          Take all remaining: {formatCents(amountOf(sharesLeft, most))}
        </Button>
      )}
    </div>
  );
}
