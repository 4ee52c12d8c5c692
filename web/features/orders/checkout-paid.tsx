import { Check } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { Order } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import { buttonStyle } from '#web/components/button-style.ts';
import { countOf } from '#web/lib/count-words.ts';
import { Link } from '#web/lib/navigation.tsx';
import { paths } from '#web/lib/paths.ts';
import { BACK_FROM_BANK, paymentSearch } from '#web/lib/search-params.ts';
import { useUser } from '#web/lib/session.ts';
import { useSearchState } from '#web/lib/use-search-state.ts';
import { CheckoutLines } from './checkout-lines.tsx';
import { sharesInWords } from './pool-words.ts';

/** In a pool every member is refunded alone. */
const refundedTo = ({ pool, refunded }: Order) => (pool && pool.my_charged > 0 ? pool.my_refunded : refunded);
const isRefunded = (order: Order) =>
  refundedTo(order) >= (order.pool?.my_charged || order.total) && order.status !== 'paid';

function sentenceOf(order: Order, email: string): string {
  if (isRefunded(order))
    return `We sent the refund. Banks usually take 5 to 10 days to show it. ${order.gift ? 'The gift has ended.' : 'The albums are no longer yours.'}`;
  const refunded = refundedTo(order);
  if (refunded > 0) {
    return `We sent a refund of ${formatCents(refunded)}. Banks usually take 5 to 10 days to show it.`;
  }
  const what = order.items.every(({ image }) => image === null)
    ? countOf(order.items.length, 'album')
    : countOf(order.items.length, 'item');
  if (order.gift) {
    return `${what} for ${order.gift.email ?? 'the recipient'}, who gets an e-mail from us. We sent the receipt to ${email}.`;
  }
  const pool = order.pool;
  const own =
    pool && pool.my_charged > 0
      ? `You paid ${formatCents(pool.my_charged)} for ${sharesInWords(pool.mine)}. `
      : '';
  const whose = order.is_pool ? `All shares are paid. ${own}` : '';
  return `${whose}${what} without watermark, ready to download. We sent the receipt to ${email}.`;
}

function titleOf(order: Order): string {
  if (isRefunded(order)) return 'This order was refunded';
  if (order.gift) return 'Your gift is on its way';
  return order.items.length === 1 ? 'It’s yours' : 'They’re yours';
}

type CheckoutPaidProps = {
  order: Order;
  /** Downloads what was bought. */
  download: (order: Order) => ReactNode;
};

export function CheckoutPaid({ order, download }: CheckoutPaidProps) {
  const { email } = useUser();
  const { search, change } = useSearchState(paymentSearch);
  const isBack = search.payment !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is cleaned once
  useEffect(() => {
    if (isBack) void change(BACK_FROM_BANK);
  }, [isBack]);
  const isOver = isRefunded(order);
  return (
    <div className="mx-auto grid w-full max-w-[720px] gap-8">
      <section role="status" className="grid justify-items-center gap-3 pt-4 text-center desk:pt-8">
        <span
          aria-hidden
          className={`grid size-24 place-items-center rounded-full ${isOver ? 'bg-sunk text-ink-2' : 'bg-ok-bg text-ok'}`}
        >
          <Check size={52} strokeWidth={2.4} />
        </span>
        <h1
          tabIndex={-1}
          className="text-28 leading-tight font-extrabold tracking-[-0.03em] text-balance desk:text-36"
        >
          {titleOf(order)}
        </h1>
        <p className="max-w-[52ch] text-ink-2">{sentenceOf(order, email)}</p>
        <div className="grid w-full max-w-[360px] gap-2 pt-3">
          {!isOver && order.gift === null && download(order)}
          <Link to={paths.receipt(order.key)} className={buttonStyle('line')}>
            Receipt
          </Link>
        </div>
      </section>
      <CheckoutLines order={order} title="What you bought" />
    </div>
  );
}
