import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Gift } from 'lucide-react';
import { useState } from 'react';
import { orderEndpoints, type PayingCard } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import type { Order } from '#contract/entities/order.ts';
import { readEmailAddress } from '#contract/rules/accounts.ts';
import { MAX_GIFT_MESSAGE } from '#contract/rules/orders.ts';
import { Button } from '#web/components/button.tsx';
import { Form, TextAreaField, TextField } from '#web/components/form.tsx';
import { Notice } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { isApiError, messageOf } from '#web/lib/api-error.ts';
import { i18n } from '#web/lib/i18n.ts';
import { BACK_FROM_BANK, paymentSearch, useSearchState } from '#web/lib/search-params.ts';
import { keepOrder, PutBackOrder } from './checkout-changes.tsx';
import { CheckoutLines, CheckoutShareSwitch, SwitchCard } from './checkout-lines.tsx';
import { CouponField } from './coupon-field.tsx';
import { OrderSummary } from './order-summary.tsx';
import { orderQuery } from './orders.query.ts';
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
        <PutBackOrder order={order} />
      </div>
    </div>
  );
}

function PayCard({ order, isGiftOpen }: { order: Order; isGiftOpen: boolean }) {
  const { change } = useSearchState(paymentSearch);
  const client = useQueryClient();
  const setCoupon = async (code: string | null) => {
    const body = { code };
    keepOrder(client, await callApi(orderEndpoints.setOrderCoupon, { params: { id: order.key }, body }));
  };
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
        {i18n.t('Payment')}
      </h2>
      <div className="grid gap-2">
        <OrderSummary order={order} />
        <CouponField code={order.coupon?.code} onApply={setCoupon} onRemove={() => setCoupon(null)} />
      </div>
      {isGiftOpen ? (
        <Notice tone="info">{i18n.t('Save the gift or turn it off before you pay.')}</Notice>
      ) : (
        <PaymentForm amountCents={order.total} pay={pay} onDone={() => void change(BACK_FROM_BANK)} />
      )}
    </section>
  );
}

type CheckoutGiftProps = { order: Order; isOpen: boolean; setIsOpen: (isOpen: boolean) => void };

/** The order becomes a gift once the address is saved; until then the switch only opens the form. */
function CheckoutGift({ order, isOpen, setIsOpen }: CheckoutGiftProps) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (gift: { email: string | null; message: string }) =>
      callApi(orderEndpoints.setGift, { params: { id: order.key }, body: gift }),
    onSuccess: (changed) => keepOrder(client, changed),
  });
  const turn = (isOn: boolean) => {
    setIsOpen(isOn);
    change.reset();
    if (!isOn && order.gift) change.mutate({ email: null, message: '' });
  };
  return (
    <SwitchCard
      title={i18n.t('This is a gift')}
      note={[
        i18n.t('We email the photos to them. The receipt goes to you.'),
        order.credit > 0 && i18n.t('Credit for photos you bought doesn’t count for a gift.'),
      ]
        .filter(Boolean)
        .join(' ')}
      checked={isOpen || order.gift !== null}
      disabled={change.isPending}
      onTurn={turn}
    >
      {order.gift && !isOpen ? (
        <SavedGift gift={order.gift} onEdit={() => setIsOpen(true)} />
      ) : (
        isOpen && (
          <GiftForm
            gift={order.gift}
            isBusy={change.isPending}
            problem={change.error ? messageOf(change.error) : undefined}
            onSave={(gift) => change.mutate(gift, { onSuccess: () => setIsOpen(false) })}
          />
        )
      )}
      {change.error && !isOpen && (
        <p role="alert" className="text-15 text-bad">
          {messageOf(change.error)}
        </p>
      )}
    </SwitchCard>
  );
}

function SavedGift({ gift, onEdit }: { gift: NonNullable<Order['gift']>; onEdit: () => void }) {
  return (
    <div role="status" className="flex items-start gap-3 pt-3 text-15">
      <Gift size={20} strokeWidth={1.8} className="mt-0.5 flex-none" />
      <div className="min-w-0">
        <b className="block font-[650] break-words">
          {gift.email === null ? i18n.t('Gift') : i18n.t('Gift for {email}', { email: gift.email })}
        </b>
        {gift.message && <p className="break-words whitespace-pre-line text-ink-2">“{gift.message}”</p>}
      </div>
      <Button
        kind="ghost"
        size="small"
        className="-mr-3 ml-auto"
        onClick={onEdit}
        aria-label={i18n.t('Edit the gift')}
      >
        {i18n.t('Edit')}
      </Button>
    </div>
  );
}

type GiftFormProps = {
  gift: Order['gift'];
  isBusy: boolean;
  problem: string | undefined;
  onSave: (gift: { email: string; message: string }) => void;
};

function GiftForm({ gift, isBusy, problem, onSave }: GiftFormProps) {
  const [email, setEmail] = useState(gift?.email ?? '');
  const [message, setMessage] = useState(gift?.message ?? '');
  const [wrong, setWrong] = useState<string>();
  const submit = () => {
    if (isBusy) return;
    const address = readEmailAddress(email);
    setWrong(address === undefined ? i18n.t('Enter a valid email address') : undefined);
    if (address !== undefined) onSave({ email: address, message: message.trim() });
  };
  return (
    <Form onSubmit={submit} className="grid gap-4 pt-3">
      <TextField
        label={i18n.t('Their email')}
        type="email"
        autoComplete="off"
        maxLength={254}
        autoFocus
        value={email}
        error={wrong ?? problem}
        onChange={({ target }) => {
          setEmail(target.value);
          setWrong(undefined);
        }}
      />
      <TextAreaField
        label={i18n.t('Message')}
        optional
        maxLength={MAX_GIFT_MESSAGE}
        hint={i18n.t('Goes into the email, with your first name')}
        value={message}
        onChange={({ target }) => setMessage(target.value)}
      />
      <Button type="submit" kind="line" isBusy={isBusy} className="justify-self-start">
        {i18n.t('Save gift')}
      </Button>
    </Form>
  );
}
