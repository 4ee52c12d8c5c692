import { useId, useState } from 'react';
import type { Order } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import { shareAmountsCents } from '#contract/rules/pool-split.ts';
import { Switch } from '#web/components/switch.tsx';
import { useShareOrder } from './checkout-changes.ts';
import { dayInWords } from './pool-words.ts';

const POOL_DAYS = 6;
const SMALLEST_SHARE_CENTS = 50;

function closingDay(order: Order): string {
  return order.pool?.deadline ?? new Date(Date.now() + POOL_DAYS * 86_400_000).toISOString();
}

export function CheckoutShareSwitch({ order }: { order: Order }) {
  const id = useId();
  const share = useShareOrder(order.key);
  const [wanted, setWanted] = useState<boolean>();
  const [shareCents = 0] = shareAmountsCents(order.total);
  const isTooSmall = shareCents < SMALLEST_SHARE_CENTS;
  const hasPhotos = order.items.some((item) => item.image !== null);
  const isStarted = (order.pool?.taken ?? 0) > 0;
  const isGift = order.gift !== null;
  return (
    <section className="grid gap-1 rounded-sheet border border-line bg-surface p-5 desk:p-8">
      <div className="flex items-center gap-4">
        <label htmlFor={id} className="mr-auto text-18 font-[750] tracking-[-0.02em]">
          Share the cost with your team
        </label>
        <Switch
          id={id}
          checked={wanted ?? order.is_pool}
          disabled={share.isPending || isGift || hasPhotos || isTooSmall || isStarted}
          aria-describedby={`${id}-what`}
          onChange={({ target }) => {
            setWanted(target.checked);
            share.mutate(target.checked, { onSettled: () => setWanted(undefined) });
          }}
        />
      </div>
      <p id={`${id}-what`} className="max-w-[62ch] text-15 text-ink-2">
        {isGift
          ? 'A gift cannot be shared.'
          : hasPhotos
            ? 'Only albums can be shared. Buy the photos in an order of their own.'
            : isTooSmall
              ? 'This order is too small to share.'
              : isStarted
                ? 'Shares have been taken, so this order stays shared.'
                : `The order is split into seven shares of ${formatCents(shareCents)}, and everyone who takes one gets the albums. Cards are charged only when all seven are taken. Otherwise all holds are released on ${dayInWords(closingDay(order))}.`}
      </p>
    </section>
  );
}
