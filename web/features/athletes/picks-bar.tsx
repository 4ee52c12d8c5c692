import { formatCents } from '#contract/rules/money.ts';
import { Button } from '#web/components/button.tsx';
import { countOf } from '#web/lib/count-words.ts';

type PicksBarProps = {
  name: string;
  count: number;
  /** Undefined until the server has priced the photos. */
  totalCents: number | undefined;
  isBusy: boolean;
  problem: string | undefined;
  onBuy: () => void;
  onClear: () => void;
};

export function PicksBar({ name, count, totalCents, isBusy, problem, onBuy, onClear }: PicksBarProps) {
  return (
    <section
      aria-label="Chosen photos"
      className="fixed inset-x-0 bottom-(--tab-bar-height) z-20 grid gap-2.5 border-line border-t bg-surface/94 px-4 py-3 backdrop-blur-[18px] desk:inset-x-auto desk:bottom-6 desk:left-1/2 desk:flex desk:w-max desk:max-w-[calc(100%-24px)] desk:-translate-x-1/2 desk:items-center desk:gap-7 desk:rounded-[28px] desk:border desk:py-3 desk:pr-3 desk:pl-6 desk:shadow-3"
    >
      <div className="flex items-center gap-3 desk:gap-6">
        <p className="min-w-0 flex-1 text-13 leading-[1.3] text-ink-2">
          <b className="block text-15 font-bold text-ink">
            {countOf(count, 'photo')} of {name}
          </b>
          {count === 1 ? 'Full size, no watermark' : 'Full size, no watermark, one payment'}
        </p>
        {totalCents !== undefined && (
          <b className="text-22 font-[750] tracking-[-0.02em] tabular-nums">{formatCents(totalCents)}</b>
        )}
      </div>
      {problem && (
        <p role="alert" className="text-14 text-bad">
          {problem}
        </p>
      )}
      <div className="flex gap-2">
        <Button kind="ghost" className="h-[50px]!" onClick={onClear}>
          Clear
        </Button>
        <Button kind="buy" className="h-[50px]! flex-1 px-[22px]!" isBusy={isBusy} onClick={onBuy}>
          {count === 1 ? 'Buy this photo' : `Buy these ${count}`}
        </Button>
      </div>
    </section>
  );
}
