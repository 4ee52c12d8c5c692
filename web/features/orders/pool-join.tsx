import { useQueryClient } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { orderEndpoints, type PayingCard } from '#contract/endpoints/orders.ts';
import type { Order, Pool } from '#contract/entities/order.ts';
import { Button } from '#web/components/button.tsx';
import { TextField } from '#web/components/form.tsx';
import { LazyConfirmDialog } from '#web/components/lazy-confirm-dialog.tsx';
import { keepFocusOnPage } from '#web/components/page-heading.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { Trans } from '#web/components/trans.tsx';
import { callApi } from '#web/lib/api.ts';
import { formatLongDay } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';
import { BACK_FROM_BANK, paymentSearch, useSearchState } from '#web/lib/search-params.ts';
import { keepUser, readSession, useUser } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { keepOrder, useOrderChange } from './checkout-changes.tsx';
import { orderQuery } from './orders.query.ts';
import { PaymentForm } from './payment-form.tsx';
import { describeStatus, describeTaken } from './pool-messages.ts';
import { amountOf, PoolStepper } from './pool-shares.tsx';
import { findPendingPayment, usePaymentPlace } from './use-payment.ts';

/** Who started the group order takes a share of it; others join. */
export const joinLabel = ({ is_mine }: Order) => (is_mine ? i18n.t('Take a share') : i18n.t('Join'));

type PoolJoinProps = { order: Order; pool: Pool };

export function PoolJoin({ order, pool }: PoolJoinProps) {
  const place = usePaymentPlace();
  const { search } = useSearchState(paymentSearch);
  const isReturning = search.payment !== undefined;
  const [isTaking, setIsTaking] = useState(
    pool.mine === 0 || isReturning || findPendingPayment(place) !== undefined,
  );
  const canTake = pool.shares_left.length > 0;
  const canLeave = pool.mine > 0 && pool.phase === 'filling';
  return (
    <SectionCard
      id="take-shares"
      title={
        pool.mine > 0
          ? i18n.t('{count, plural, one {You have # share} other {You have # shares}}', { count: pool.mine })
          : joinLabel(order)
      }
      intro={pool.mine > 0 ? describeStatus(pool) : undefined}
    >
      {isTaking && (canTake || isReturning) && (
        <TakeShares order={order} pool={pool} onDone={() => setIsTaking(false)} />
      )}
      {!isTaking && (canTake || canLeave) && (
        <div className="-my-1 flex flex-wrap gap-2">
          {canTake && (
            <Button kind={pool.mine > 0 ? 'line' : 'buy'} onClick={() => setIsTaking(true)}>
              {pool.mine > 0 ? i18n.t('Take more shares') : i18n.t('Take shares')}
            </Button>
          )}
          {canLeave && <PoolLeave order={order} />}
        </div>
      )}
      {!canTake && pool.mine === 0 && !isReturning && (
        <p className="text-ink-2">{i18n.t('This group order is full.')}</p>
      )}
    </SectionCard>
  );
}

function TakeShares({ order, pool, onDone }: PoolJoinProps & { onDone: () => void }) {
  const client = useQueryClient();
  const { change } = useSearchState(paymentSearch);
  const isNameless = useUser().first_name === '';
  const [name, setName] = useState('');
  const [wanted, setWanted] = useState(1);
  const shares = Math.max(1, Math.min(wanted, pool.shares_left.length));
  const amountCents = amountOf(pool.shares_left, shares);

  const pay = async (card: PayingCard) => {
    // A name that cannot be saved must not stop the payment.
    await keepFirstName(name).catch(() => undefined);
    try {
      return await callApi(orderEndpoints.takeShares, {
        params: { id: order.key },
        body: { ...card, shares, amount: amountCents },
      });
    } catch (error) {
      void client.invalidateQueries(orderQuery(order.key));
      throw error;
    }
  };
  const finish = async () => {
    // The last share charges everyone, so the page reads the pool again before it says so.
    const latest = await client.fetchQuery({ ...orderQuery(order.key), staleTime: 0 }).catch(() => undefined);
    toast(describeTaken(shares, latest?.pool ?? null));
    void change(BACK_FROM_BANK);
    onDone();
    requestAnimationFrame(keepFocusOnPage);
  };
  const isLast = shares === pool.shares_left.length;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <PoolStepper shares={shares} sharesLeft={pool.shares_left} onChange={setWanted} />
      {isNameless && (
        <TextField
          label={i18n.t('Your first name')}
          optional
          hint={i18n.t('The other parents in this group order see it.')}
          autoComplete="given-name"
          maxLength={MAX_NAME}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      )}
      <PaymentForm
        amountCents={amountCents}
        payLabel={(amount) =>
          i18n.t('{shares, plural, one {Take # share} other {Take # shares}}: {amount}', { shares, amount })
        }
        pay={pay}
        onDone={() => void finish()}
        isHeld
        note={
          <p className="flex gap-3 rounded-card bg-sunk px-4 py-3 text-14 text-ink-2">
            <ShieldCheck size={20} strokeWidth={1.8} className="mt-px flex-none text-ink" />
            <span>
              {isLast ? (
                <Trans
                  id="<b>These are the last shares.</b> All cards are charged right after you take them."
                  components={BOLD}
                />
              ) : (
                <Trans
                  id="<b>Your card isn’t charged yet.</b> We hold the amount until the last share is taken. If shares are still open on {deadline}, you get it back."
                  values={{ deadline: formatLongDay(pool.deadline) }}
                  components={BOLD}
                />
              )}
            </span>
          </p>
        }
      />
    </div>
  );
}

const BOLD = { b: <b className="font-[650] text-ink" /> };

function PoolLeave({ order }: { order: Order }) {
  const [isAsking, setIsAsking] = useState(false);
  const leave = useOrderChange(
    order.key,
    () => callApi(orderEndpoints.leavePool, { params: { id: order.key } }),
    (left, client) => {
      keepOrder(client, left);
      setIsAsking(false);
      toast(i18n.t('You left the group order. The hold on your card is gone.'));
    },
  );
  return (
    <>
      <Button kind="ghost" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
        {i18n.t('Leave group order')}
      </Button>
      <LazyConfirmDialog
        isOpen={isAsking}
        title={i18n.t('Leave this group order?')}
        sentence={i18n.t(
          'Your shares open up for others, and we release the hold on your card. You can join again while shares are left.',
        )}
        confirmLabel={i18n.t('Leave')}
        cancelLabel={i18n.t('Stay')}
        isBusy={leave.isPending}
        onConfirm={() => leave.mutate(undefined)}
        onCancel={() => setIsAsking(false)}
      />
    </>
  );
}

const MAX_NAME = 80;

/** Somebody who came by a mailed code has no name yet; the others of a pool see the first one. */
async function keepFirstName(typed: string): Promise<void> {
  const firstName = typed.trim();
  const { user } = readSession();
  if (!user || !firstName) return;
  const body = { first_name: firstName, name: firstName };
  keepUser(await callApi(accountEndpoints.updateUser, { params: { id: user.id }, body }));
}
