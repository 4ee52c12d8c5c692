import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Order } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import { focusOnMount } from '#web/components/form.tsx';
import { QueryState, Skeleton } from '#web/components/states.tsx';
import { TextLink } from '#web/components/text-link.tsx';
import { teamName } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { paths } from '#web/lib/navigation.tsx';
import { useUser } from '#web/lib/session.ts';
import { orderQuery } from './orders.query.ts';
import { describeStatus } from './pool-messages.ts';
import { PoolLink, PoolShares } from './pool-shares.tsx';

/** What other features show of a purchase: the clean photos, how to save them, and how to share them. */
export type BoughtParts = Record<'picture' | 'download' | 'share', (order: Order) => ReactNode>;

export function useDoneTitle(orderKey: string | undefined): string {
  const { data: order } = useQuery({ ...orderQuery(orderKey ?? ''), enabled: orderKey !== undefined });
  const { first_name: name } = useUser();
  if (!order) return i18n.t('Your purchase');
  if (order.status !== 'open') return boughtTitle(order, name);
  return order.pool && order.pool.mine > 0 ? i18n.t('Your share is reserved') : i18n.t('Your purchase');
}

/** The name makes the moment personal; somebody who came by a mailed code has none yet. */
export function boughtTitle({ items }: Order, name: string): string {
  const count = items.length;
  return name
    ? i18n.t('{count, plural, one {It’s yours, {name}} other {They’re yours, {name}}}', { count, name })
    : i18n.t('{count, plural, one {It’s yours} other {They’re yours}}', { count });
}

type PurchaseDoneProps = { orderKey: string; parts: BoughtParts; hasTitle?: boolean };

export function PurchaseDone({ orderKey, parts, hasTitle }: PurchaseDoneProps) {
  const order = useQuery(orderQuery(orderKey));
  return (
    <QueryState
      query={order}
      loading={<Skeleton label={i18n.t('Loading your purchase')} className="h-[280px]" />}
    >
      {(loaded) =>
        loaded.status === 'open' ? (
          <ReservedShare order={loaded} />
        ) : (
          <Bought order={loaded} parts={parts} hasTitle={hasTitle} />
        )
      }
    </QueryState>
  );
}

/** A pool is open until its last share is taken. */
function ReservedShare({ order }: { order: Order }) {
  const { pool, items } = order;
  if (!pool) return <p>{i18n.t('This payment isn’t complete yet.')}</p>;
  return (
    <div className="grid gap-5 pb-4">
      <p ref={focusOnMount} tabIndex={-1} role="status" className="text-ink-2 outline-none">
        {describeStatus(pool)}
      </p>
      <PoolShares pool={pool} />
      <div className="grid gap-2">
        <p className="text-15 font-[650]">{i18n.t('Invite other parents to take the rest')}</p>
        <PoolLink orderKey={order.key} what={items[0] ? teamName(items[0].album) : ''} />
      </div>
      <TextLink to={paths.checkout(order.key)}>{i18n.t('Open the group order')}</TextLink>
    </div>
  );
}

/** The pay button was further down, and the photo is what people want to see. */
function showFromTop(element: HTMLElement | null): void {
  requestAnimationFrame(() => element?.scrollIntoView?.({ block: 'start' }));
}

type BoughtProps = { order: Order; parts: BoughtParts; hasTitle?: boolean | undefined };

/** The photo itself, large and unmarked; then saving, sharing, and the receipt in one small line. */
export function Bought({ order, parts, hasTitle = false }: BoughtProps) {
  const { first_name: name } = useUser();
  const words = (
    <p
      ref={hasTitle ? undefined : focusOnMount}
      tabIndex={-1}
      role="status"
      className="text-15 text-ink-2 outline-none"
    >
      {i18n.t('Full size, no watermark, yours to keep.')}
    </p>
  );
  return (
    <section
      ref={showFromTop}
      className="mx-auto grid w-full max-w-[620px] scroll-mt-[calc(var(--header-height)+16px)] gap-4 pb-4"
    >
      {parts.picture(order)}
      <div className="flex items-center gap-4 pl-2">
        <span
          aria-hidden
          className="m-2 ml-0 grid size-12 flex-none place-items-center rounded-full bg-spot text-spot-ink shadow-[0_0_0_8px_var(--spot-wash)]"
        >
          <Check size={26} strokeWidth={2.6} />
        </span>
        <div className="min-w-0">
          {hasTitle && (
            <h1
              ref={focusOnMount}
              tabIndex={-1}
              className="text-28 leading-[1.1] font-extrabold tracking-[-0.035em] break-words outline-none"
            >
              {boughtTitle(order, name)}
            </h1>
          )}
          {words}
        </div>
      </div>
      <div className="grid gap-2.5">
        {parts.download(order)}
        {parts.share(order)}
      </div>
      <ReceiptLine order={order} />
    </section>
  );
}

/** In a group order everyone pays their own part. */
const paidCents = ({ pool, total }: Order) => (pool ? pool.my_charged : total);

export function ReceiptLine({ order }: { order: Order }) {
  const { email } = useUser();
  const cents = paidCents(order);
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-1.5 text-center text-13 text-ink-2 tabular-nums">
      <span className="break-words">
        {cents > 0
          ? i18n.t('You paid {amount}. Receipt sent to {email}.', { amount: formatCents(cents), email })
          : i18n.t('Receipt sent to {email}.', { email })}
      </span>
      <TextLink to={paths.receipt(order.key)}>{i18n.t('View receipt')}</TextLink>
    </p>
  );
}
