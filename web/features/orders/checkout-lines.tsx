import { type ReactNode, useId, useState } from 'react';
import type { LeftOut, Order, ShopItem } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import { isTooSmallToShare, LEFT_OUT_MESSAGES, shareAmountsCents } from '#contract/rules/orders.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { Notice } from '#web/components/states.tsx';
import { Switch } from '#web/components/switch.tsx';
import { formatLongDay } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { useShareOrder } from './checkout-changes.tsx';
import { OrderItems } from './order-items.tsx';
import { OrderSummary, ViewAlbumLink } from './order-summary.tsx';

type CheckoutLinesProps = {
  order: Order;
  title?: string;
  hasTotal?: boolean;
  actionOf?: (item: ShopItem) => ReactNode;
};

export function CheckoutLines({
  order,
  title = i18n.t('Your order'),
  hasTotal,
  actionOf,
}: CheckoutLinesProps) {
  return (
    <SectionCard
      title={title}
      aside={
        <span className="text-15 text-ink-2 tabular-nums">
          {i18n.t('{count, plural, one {# item} other {# items}}', { count: order.items.length })}
        </span>
      }
    >
      {order.items.length > 0 && (
        <ul className="-my-4 grid divide-y divide-line">
          <OrderItems items={order.items} actionOf={actionOf} />
        </ul>
      )}
      <LeftOutNotice leftOut={order.left_out} />
      {hasTotal && (
        <div className="border-line border-t pt-4">
          <CheckoutSummary order={order} />
        </div>
      )}
    </SectionCard>
  );
}

/** Says what is no longer part of an order, and why. */
function LeftOutNotice({ leftOut }: { leftOut: readonly LeftOut[] }) {
  if (leftOut.length === 0) return null;
  return (
    <Notice tone="info">
      <ul className="grid gap-2">
        {leftOut.map((line) => (
          <li key={`${line.album}-${line.image}`} className="grid">
            {i18n.t(LEFT_OUT_MESSAGES[line.reason], { title: line.title })}
            {line.reason === 'not_viewed' && <ViewAlbumLink album={line.album} event={line.event} />}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

export function CheckoutSummary({ order }: { order: Order }) {
  const { sub_total, credit, discount, tax, tax_name, total, coupon } = order;
  return <OrderSummary {...{ sub_total, credit, discount, tax, tax_name, total, coupon }} />;
}

type CheckoutBarProps = { amount: string; what: ReactNode; action: string; target: string };

export function CheckoutBar({ amount, what, action, target }: CheckoutBarProps) {
  return (
    <div className="sticky bottom-(--tab-bar-height) z-10 -mx-4 flex items-center gap-4 border-line border-y bg-surface/94 px-4 py-2.5 backdrop-blur-[18px] desk:hidden">
      <p className="mr-auto min-w-0 text-13 leading-tight text-ink-2">
        <b className="block text-18 font-[750] tracking-[-0.02em] text-ink tabular-nums">{amount}</b>
        {what}
      </p>
      <a href={`#${target}`} className={`${buttonStyle('buy')} h-12!`}>
        {action}
      </a>
    </div>
  );
}

const POOL_DAYS = 6;

function closingDay(order: Order): string {
  return order.pool?.deadline ?? new Date(Date.now() + POOL_DAYS * 86_400_000).toISOString();
}

export function CheckoutShareSwitch({ order }: { order: Order }) {
  const id = useId();
  const share = useShareOrder(order.key);
  const [wanted, setWanted] = useState<boolean>();
  const [shareCents = 0] = shareAmountsCents(order.total);
  const isTooSmall = isTooSmallToShare(order.total);
  const hasPhotos = order.items.some((item) => item.image !== null);
  const isStarted = (order.pool?.taken ?? 0) > 0;
  const isGift = order.gift !== null;
  return (
    <section className="grid gap-1 rounded-sheet border border-line bg-surface p-5 desk:p-8">
      <div className="flex items-center gap-4">
        <label htmlFor={id} className="mr-auto text-18 font-[750] tracking-[-0.02em]">
          {i18n.t('Make it a group order')}
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
          ? i18n.t('A gift can’t be a group order.')
          : hasPhotos
            ? i18n.t('Group orders are for albums only. Buy the single photos separately.')
            : isTooSmall
              ? i18n.t('This order is too small for a group order.')
              : isStarted
                ? i18n.t('Shares have been taken, so this stays a group order.')
                : i18n.t(
                    'Seven parents pay {price} each, and every one of them gets the albums. Cards are only charged when all seven shares are taken. If some are still open on {day}, nobody pays.',
                    { price: formatCents(shareCents), day: formatLongDay(closingDay(order)) },
                  )}
      </p>
    </section>
  );
}
