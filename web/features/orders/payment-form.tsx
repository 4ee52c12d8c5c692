import { useQuery } from '@tanstack/react-query';
import { Lock } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { PayingCard } from '#contract/endpoints/orders.ts';
import type { Payment } from '#contract/entities/order.ts';
import { CARD_CONSENT_VERSION } from '#contract/rules/cards.ts';
import { formatCents } from '#contract/rules/money.ts';
import { Button, Spinner, TWO_LINES } from '#web/components/button.tsx';
import { Form } from '#web/components/form.tsx';
import { Notice, QueryState, Skeleton } from '#web/components/states.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { useUser } from '#web/lib/session.ts';
import { useIsOnline } from '#web/lib/use-is-online.ts';
import {
  CardChoice,
  ExpressPay,
  KeepCardBox,
  LazyBankSheet,
  NewCardFields,
  SavedCard,
} from './card-fields.tsx';
import { type CardEntry, type ExpressPayProps, firstUsableCard } from './cards.tsx';
import { paymentSettingsQuery } from './payment-settings.tsx';
import { usePayment } from './use-payment.ts';

const payLabelOf = (amount: string) => i18n.t('Pay {amount}', { amount });

type PaymentFormProps = {
  amountCents: number;
  /** The label of the button, if the payment does more than pay. */
  payLabel?: (amount: string) => string;
  /** Called without a card when there is nothing to pay. */
  pay(card: PayingCard): Promise<Payment>;
  onDone: (payment: Payment) => void;
  /** The money is held now and taken later. */
  isHeld?: boolean;
  note?: ReactNode;
  /** This is shown below the message of a problem, for example a button that solves it. */
  help?: ReactNode;
  /** This is shown above the form and is disabled while a payment runs. */
  lead?: ReactNode;
  /** This is shown instead of the form until the price is known. */
  placeholder?: ReactNode;
  /** Shows one kept card in one line with a "Change" button instead of a list of all cards, to save space. */
  isCompact?: boolean;
  /** The price is being asked for, so nothing can be paid yet. */
  isPricing?: boolean;
};

export function PaymentForm(props: PaymentFormProps) {
  const { amountCents, payLabel = payLabelOf, pay, onDone, isHeld = false, note, help } = props;
  const { lead, placeholder, isCompact = false, isPricing = false } = props;
  const settings = useQuery(paymentSettingsQuery);
  const cards = useUser().payment_sources;
  const isOnline = useIsOnline();
  const entry = useRef<CardEntry>(null);
  const [chosen, setChosen] = useState<number | 'new'>();
  const [keepsCard, setKeepsCard] = useState(false);
  const [canKeep, setCanKeep] = useState(true);
  const [isChanging, setIsChanging] = useState(!isCompact);
  const payment = usePayment(settings.data, onDone);
  const cardId = cards.some(({ id }) => id === chosen)
    ? (chosen as number)
    : chosen === 'new'
      ? undefined
      : firstUsableCard(cards)?.id;
  const kept = cards.find(({ id }) => id === cardId);
  const isBusy = payment.phase !== 'ready';
  const cannotPay = isBusy || isPricing || !isOnline;
  const isFree = amountCents === 0;

  const payWithNewCard = async () => {
    const token = await entry.current?.makeToken();
    if (token === undefined) return undefined;
    const card = keepsCard && canKeep ? { token, consent: CARD_CONSENT_VERSION } : { token };
    return pay({ paymentMethodId: null, card });
  };
  const payWithWallet: ExpressPayProps['onPay'] = (makeToken, onFailed) => {
    if (cannotPay) return onFailed();
    void payment.start(async () => {
      try {
        const token = await makeToken();
        if (token === undefined) return undefined;
        return await pay({ paymentMethodId: null, card: { token } });
      } catch (error) {
        onFailed();
        throw error;
      }
    });
  };
  const submit = () => {
    if (cannotPay) return;
    const isNew = !isFree && cardId === undefined;
    void payment.start(() =>
      isNew ? payWithNewCard() : pay({ paymentMethodId: isFree ? null : (cardId ?? null) }),
    );
  };
  const terms = { amountCents, keepsCard: keepsCard && canKeep, isHeld };

  const form = (
    <QueryState
      query={settings}
      loading={<Skeleton label={i18n.t('Loading the card form')} className="h-[280px]" />}
    >
      {(loaded) => (
        <Form onSubmit={submit} label={i18n.t('Payment')} className="grid gap-5">
          <div inert={isBusy} className={payment.phase === 'waiting' ? 'hidden' : 'grid gap-5'}>
            {isFree && <p className="text-ink-2">{i18n.t('Nothing to pay, so you don’t need a card.')}</p>}
            {!isFree && (
              <ExpressPay
                key={isHeld ? 'held' : 'paid'}
                settings={loaded}
                terms={terms}
                onPay={payWithWallet}
                onCancel={() => payment.say(i18n.t('You closed the wallet. Nothing was charged.'))}
              />
            )}
            {!isFree && kept && !isChanging && <SavedCard card={kept} onChange={() => setIsChanging(true)} />}
            {!isFree && cards.length > 0 && (isChanging || !kept) && (
              <CardChoice
                cards={cards}
                value={cardId ?? 'new'}
                onChange={(next) => {
                  setChosen(next);
                  payment.clearProblem();
                }}
              />
            )}
            {!isFree && cardId === undefined && (
              <div className="grid gap-3">
                <NewCardFields
                  key={isHeld ? 'held' : 'paid'}
                  settings={loaded}
                  terms={terms}
                  entry={entry}
                  onCanKeep={setCanKeep}
                />
                {canKeep && <KeepCardBox isChecked={keepsCard} onChange={setKeepsCard} />}
              </div>
            )}
            {note}
          </div>
          <PaymentProgress isWaiting={payment.phase === 'waiting'} />
          {payment.problem && (
            // It keeps its place while paying; otherwise the second click of a double click would hit what moved up.
            <div className={isBusy ? 'invisible' : ''}>
              <Notice tone="bad">
                <p>{payment.problem}</p>
                {payment.unfinished && (
                  <Button kind="line" size="small" className="mt-2" onClick={payment.goOn}>
                    {i18n.t('Continue with your bank')}
                  </Button>
                )}
                {help}
              </Notice>
            </div>
          )}
          <div className="grid gap-2.5">
            <Button
              type="submit"
              kind="buy"
              isBusy={isBusy}
              disabled={!isOnline || isPricing}
              aria-describedby={isOnline ? undefined : 'pay-offline'}
              className={`min-h-[54px]! text-16! ${TWO_LINES}`}
            >
              {isFree ? i18n.t('Get it now') : payLabel(formatCents(amountCents))}
            </Button>
            {!isOnline && (
              <p id="pay-offline" role="status" className="text-center text-14 font-medium text-warn">
                {i18n.t('You’re offline. You can pay once you’re connected again.')}
              </p>
            )}
            {!isFree && (
              <p className="flex items-start gap-1.5 text-13 text-ink-2">
                <Lock size={14} strokeWidth={2} className="mt-0.5 flex-none" />
                {i18n.t('Your card goes straight to our card provider. We never see its number.')}
              </p>
            )}
          </div>
          <LazyBankSheet question={payment.question} />
        </Form>
      )}
    </QueryState>
  );
  if (!lead) return form;
  return (
    <div className="grid gap-4">
      <div inert={isBusy} className={payment.phase === 'waiting' ? 'hidden' : 'grid gap-4'}>
        {lead}
      </div>
      {placeholder ?? form}
    </div>
  );
}

const LONG_WAIT_MS = 30_000;

/** The element is always in the page, so that screen readers announce its change. */
function PaymentProgress({ isWaiting }: { isWaiting: boolean }) {
  return (
    <div role="status" className={isWaiting ? undefined : 'absolute'}>
      {isWaiting && (
        <div className="grid justify-items-center gap-3 rounded-card bg-sunk px-6 py-10 text-center">
          <span className="text-28 text-ink-2">
            <Spinner />
          </span>
          <Waiting />
        </div>
      )}
    </div>
  );
}

function Waiting() {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), LONG_WAIT_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <b>{i18n.t('Contacting your bank…')}</b>
      <p className="max-w-[44ch] text-14 text-ink-2">
        {isLong
          ? i18n.t(
              'Your bank is slow right now. You can leave this page. If the payment goes through, we’ll email you the receipt.',
            )
          : i18n.t('This takes a few seconds. You’re only charged once, even if you lose signal.')}
      </p>
    </>
  );
}
