import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PayingCard } from '#contract/endpoints/paying-card.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import type { Order } from '#contract/entities/order.ts';
import { Notice } from '#web/components/notice.tsx';
import { callApi } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { BACK_FROM_BANK, paymentSearch } from '#web/lib/search-params.ts';
import { useSearchState } from '#web/lib/use-search-state.ts';
import { CancelOrder } from './checkout-cancel.tsx';
import { useOrderCoupon } from './checkout-changes.ts';
import { CheckoutGift } from './checkout-gift.tsx';
import { CheckoutLines } from './checkout-lines.tsx';
import { orderQuery } from './checkout-order.query.ts';
import { CheckoutShareSwitch } from './checkout-share-switch.tsx';
import { CheckoutSummary } from './checkout-summary.tsx';
import { CouponField } from './coupon-field.tsx';
import { PaymentForm } from './payment-form.tsx';

export function CheckoutOpen({ order }: { order: Order }) {
  const [isGiftOpen, setIsGiftOpen] = useState(false);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 desk:grid-cols-[minmax(0,1fr)_440px] desk:grid-rows-[auto_auto_auto_1fr] desk:gap-x-8">
      <CheckoutLines order={order} />
      <CheckoutGift order={order} isOpen={isGiftOpen} setIsOpen={setIsGiftOpen} />
      <PayCard order={order} isGiftOpen={isGiftOpen} />
      <CheckoutShareSwitch order={order} />
      <div className="justify-self-center desk:-ml-[18px] desk:justify-self-start">
        <CancelOrder order={order} />
      </div>
    </div>
  );
}

function PayCard({ order, isGiftOpen }: { order: Order; isGiftOpen: boolean }) {
  const setCoupon = useOrderCoupon(order.key);
  const { change } = useSearchState(paymentSearch);
  const client = useQueryClient();
  const pay = async (card: PayingCard) => {
    try {
      return await callApi(paymentEndpoints.payOrder, {
        params: { id: order.key },
        body: { ...card, amount: order.total },
      });
    } catch (error) {
      // Something may have been left out: the new total is visible before anyone can press the button again.
      if (isApiError(error) && error.status === 409) await client.invalidateQueries(orderQuery(order.key));
      throw error;
    }
  };
  return (
    <section
      id="pay"
      aria-labelledby="pay-title"
      className="grid scroll-mt-[88px] gap-5 rounded-sheet border border-line bg-surface p-5 desk:sticky desk:top-[88px] desk:col-start-2 desk:row-span-4 desk:row-start-1 desk:p-8"
    >
      <h2 id="pay-title" className="text-22 leading-tight font-[750] tracking-[-0.02em]">
        Payment
      </h2>
      <div className="grid gap-2">
        <CheckoutSummary order={order} />
        <CouponField
          code={order.coupon?.code}
          onApply={(code) => setCoupon(code)}
          onRemove={() => setCoupon(null)}
        />
      </div>
      {isGiftOpen ? (
        <Notice tone="info">Save the gift, or turn it off, before you pay.</Notice>
      ) : (
        <PaymentForm
          amountCents={order.total}
          payLabel={(amount) => (order.total === 0 ? 'Complete the order' : `Pay ${amount}`)}
          pay={pay}
          onDone={() => void change(BACK_FROM_BANK)}
        />
      )}
    </section>
  );
}
