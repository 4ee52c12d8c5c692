import { type ReactNode, useId, useState } from 'react';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import type { LeftOut, Order, ShopItem } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import { isTooSmallToShare, LEFT_OUT_MESSAGES, shareAmountsCents } from '#contract/rules/orders.ts';
import { keepFocusOnPage } from '#web/components/page-heading.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { Notice } from '#web/components/states.tsx';
import { Switch } from '#web/components/switch.tsx';
import { callApi } from '#web/lib/api.ts';
import { formatLongDay } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { keepOrder, useOrderChange } from './checkout-changes.tsx';
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
          <OrderSummary order={order} />
        </div>
      )}
    </SectionCard>
  );
}

/** Lists what is no longer part of an order, and why. */
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

type SwitchCardProps = {
  title: string;
  note: string;
  checked: boolean;
  disabled: boolean;
  onTurn: (isOn: boolean) => void;
  children?: ReactNode;
};

/** A switch with a sentence that explains it. */
export function SwitchCard({ title, note, checked, disabled, onTurn, children }: SwitchCardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={`${id}-title`}
      className="grid gap-1 rounded-sheet border border-line bg-surface p-5 desk:p-8"
    >
      <div className="flex items-center gap-4">
        <label id={`${id}-title`} htmlFor={id} className="mr-auto text-18 font-[750] tracking-[-0.02em]">
          {title}
        </label>
        <Switch
          id={id}
          checked={checked}
          disabled={disabled}
          aria-describedby={`${id}-what`}
          onChange={({ target }) => onTurn(target.checked)}
        />
      </div>
      <p id={`${id}-what`} className="max-w-[62ch] text-15 text-ink-2">
        {note}
      </p>
      {children}
    </section>
  );
}

const POOL_MS = 6 * 86_400_000;

export function CheckoutShareSwitch({ order }: { order: Order }) {
  const share = useOrderChange(
    order.key,
    (isPool: boolean) =>
      callApi(orderEndpoints.updateOrder, { params: { id: order.key }, body: { is_pool: isPool } }),
    (changed, client) => {
      keepOrder(client, changed);
      requestAnimationFrame(keepFocusOnPage);
    },
  );
  // The switch shows the new state before the call has started.
  const [wanted, setWanted] = useState<boolean>();
  const [shareCents = 0] = shareAmountsCents(order.total);
  const deadline = order.pool?.deadline ?? new Date(Date.now() + POOL_MS).toISOString();
  const refusal = whyNotShared(order);
  return (
    <SwitchCard
      title={i18n.t('Make it a group order')}
      note={
        refusal ??
        i18n.t(
          'Seven parents pay {price} each, and each of them gets all the photos. Cards are only charged when all seven shares are taken. If some are still open on {day}, nobody pays.',
          { price: formatCents(shareCents), day: formatLongDay(deadline) },
        )
      }
      checked={wanted ?? order.is_pool}
      disabled={share.isPending || refusal !== undefined}
      onTurn={(isPool) => {
        setWanted(isPool);
        share.mutate(isPool, { onSettled: () => setWanted(undefined) });
      }}
    />
  );
}

/** Returns undefined if the order can become or stop being a group order. */
function whyNotShared({ gift, items, total, pool }: Order): string | undefined {
  if (gift) return i18n.t('A gift can’t be a group order.');
  if (items.some((item) => item.image !== null))
    return i18n.t('Group orders are for albums only. Buy the single photos separately.');
  if (isTooSmallToShare(total)) return i18n.t('This order is too small for a group order.');
  return pool && pool.taken > 0 ? i18n.t('Shares have been taken, so this stays a group order.') : undefined;
}
