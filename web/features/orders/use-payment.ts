import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import type { Payment } from '#contract/entities/order.ts';
import { formatCents } from '#contract/rules/money.ts';
import { PAYMENT_FAILED_MESSAGE } from '#contract/rules/sentences.ts';
import { callApi } from '#web/lib/api.ts';
import { isApiError, messageOf, translated } from '#web/lib/api-error.ts';
import { wait } from '#web/lib/clock.ts';
import { i18n } from '#web/lib/i18n.ts';
import { useLocation } from '#web/lib/navigation.tsx';
import {
  BACK_FROM_BANK,
  paymentChoiceSearch,
  paymentSearch,
  useSearchState,
} from '#web/lib/search-params.ts';
import { tabStorage } from '#web/lib/storage.ts';
import { useBank } from './card-fields.tsx';
import { CardRefused } from './cards.tsx';
import { reloadPurchases, reloadUser } from './orders.query.ts';
import type { PaymentSettings } from './payment-settings.tsx';

type PaymentPhase = 'ready' | 'paying' | 'waiting';

function sentenceOf(error: unknown): string {
  if (error instanceof CardRefused) return error.message;
  if (isApiError(error) && error.status === 0)
    return i18n.t('We lost the connection. Try again. You’re never charged twice.');
  if (isApiError(error, 'price_changed') && error.details && 'amount' in error.details) {
    return i18n.t('The price is now {price}. Take a look before you pay.', {
      price: formatCents(Number(error.details.amount)),
    });
  }
  return messageOf(error);
}

export function usePayment(settings: PaymentSettings | undefined, onDone: (payment: Payment) => void) {
  const client = useQueryClient();
  const place = usePaymentPlace();
  const { search, change } = useSearchState(paymentSearch);
  const returned = Number(search.payment);
  const [phase, setPhase] = useState<PaymentPhase>('ready');
  const [problem, setProblem] = useState<string>();
  const [unfinished, setUnfinished] = useState<Payment>();
  const { question, askBank } = useBank(settings);
  const life = useRef(new AbortController());

  const end = async (payment: Payment) => {
    forgetPendingPayment(place);
    if (payment.status === 'succeeded' || payment.status === 'authorized') {
      await reloadPurchases(client);
      onDone(payment);
      return;
    }
    if (payment.failure?.code === 'card_unusable') await reloadUser(client);
    setPhase('ready');
    setProblem(translated(payment.failure?.message ?? PAYMENT_FAILED_MESSAGE));
    if (Number.isInteger(returned)) void change(BACK_FROM_BANK);
  };

  /** With `waitsForClick`, opening a page does not send anyone to their bank. */
  const follow = async (started: Payment, signal: AbortSignal, waitsForClick = false) => {
    keepPendingPayment(place, started.id);
    setUnfinished(undefined);
    const payment =
      waitsForClick && started.status === 'requires_action'
        ? started
        : await pollPayment(started, { stepUp: askBank, signal, onWaiting: () => setPhase('waiting') });
    if (!isOnItsWay(payment)) return end(payment);
    setUnfinished(payment);
    setPhase('ready');
    setProblem(
      i18n.t(
        'Your bank hasn’t confirmed this payment yet. Continue with your bank, or use another card. You’re never charged twice.',
      ),
    );
  };

  const run = async (begin: (signal: AbortSignal) => Promise<unknown>) => {
    const { signal } = life.current;
    setPhase('paying');
    try {
      await begin(signal);
    } catch (error) {
      if (signal.aborted) return;
      if (isApiError(error, 'card_unusable')) await reloadUser(client);
      setPhase('ready');
      setProblem(sentenceOf(error));
    }
  };

  const resume = async (paymentId: number, signal: AbortSignal) => {
    setPhase('waiting');
    try {
      await follow(await refreshPayment(paymentId, signal), signal, true);
    } catch (error) {
      // The payment belongs to someone else or does not exist.
      if (isApiError(error, 'not_found')) forgetPendingPayment(place);
      throw error;
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page goes on with its payment once, when it opens
  useEffect(() => {
    const controller = new AbortController();
    life.current = controller;
    const pendingId = returned > 0 ? returned : findPendingPayment(place);
    if (pendingId !== undefined) void run((signal) => resume(pendingId, signal));
    return () => controller.abort();
  }, [place]);

  return {
    phase,
    problem,
    unfinished,
    question,
    /** `begin` resolves to undefined when a field needs correction. */
    start: (begin: () => Promise<Payment | undefined>) =>
      run(async (signal) => {
        const started = await begin();
        if (started) return follow(started, signal);
        setPhase('ready');
        setProblem(undefined);
      }),
    goOn: () => {
      if (unfinished) void run((signal) => follow(unfinished, signal));
    },
    clearProblem: () => setProblem(undefined),
    say: setProblem,
  };
}

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5_000;
/** The bank's answer can reach the card provider after the buyer has returned. */
const LATE_NEWS_TRIES = 3;

type StepUp = (payment: Payment) => Promise<'answered' | 'left'>;

type Follow = {
  stepUp: StepUp;
  onWaiting: () => void;
  signal: AbortSignal;
};

const isOnItsWay = ({ status }: Payment) => status === 'processing' || status === 'requires_action';

/**
 * Follows a payment until it ends or the buyer leaves the bank's page. The server decides the outcome, not
 * what the browser saw.
 */
export async function pollPayment(started: Payment, follow: Follow): Promise<Payment> {
  let payment = started;
  let pauseMs = FIRST_PAUSE_MS;
  while (isOnItsWay(payment)) {
    if (payment.status === 'requires_action') {
      const outcome = await follow.stepUp(payment);
      follow.onWaiting();
      payment = await askAgain(payment, follow, outcome === 'left' ? 1 : LATE_NEWS_TRIES);
      if (payment.status === 'requires_action') return payment;
    } else {
      follow.onWaiting();
      await wait(pauseMs, follow.signal);
      pauseMs = Math.min(pauseMs * 1.5, LONGEST_PAUSE_MS);
      payment = await refreshQuietly(payment, follow.signal);
    }
  }
  return payment;
}

export function refreshPayment(paymentId: number, signal: AbortSignal): Promise<Payment> {
  return callApi(paymentEndpoints.refreshPayment, { params: { id: paymentId }, signal });
}

async function askAgain(payment: Payment, { signal }: Follow, tries: number): Promise<Payment> {
  let known = await refreshQuietly(payment, signal);
  for (let left = tries - 1; left > 0 && known.status === 'requires_action'; left -= 1) {
    await wait(FIRST_PAUSE_MS, signal);
    known = await refreshQuietly(payment, signal);
  }
  return known;
}

/** A lost connection says nothing about the payment. */
async function refreshQuietly(payment: Payment, signal: AbortSignal): Promise<Payment> {
  try {
    return await refreshPayment(payment.id, signal);
  } catch (error) {
    if (isApiError(error) && (error.status === 0 || error.status >= 500)) return payment;
    throw error;
  }
}

// A pending payment is kept for this tab and page, so that a reload continues it.

/** On the payment pages the address also names what is bought. */
export function usePaymentPlace(): string {
  const { pathname } = useLocation();
  const { album, image } = useSearchState(paymentChoiceSearch).search;
  return [pathname, album ?? image].filter(Boolean).join(' ');
}

const keyOf = (place: string) => `PENDING_PAYMENT:${place}`;

export function findPendingPayment(place: string): number | undefined {
  const id = Number(tabStorage.read(keyOf(place)));
  return Number.isInteger(id) && id > 0 ? id : undefined;
}

const keepPendingPayment = (place: string, paymentId: number) =>
  tabStorage.write(keyOf(place), String(paymentId));

const forgetPendingPayment = (place: string) => tabStorage.remove(keyOf(place));
