import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { Payment } from '#contract/entities/order.ts';
import { PAYMENT_FAILED_MESSAGE } from '#contract/rules/failure-words.ts';
import { formatCents } from '#contract/rules/money.ts';
import { isApiError, messageOf } from '#web/lib/api-error.ts';
import { useLocation } from '#web/lib/navigation.tsx';
import { BACK_FROM_BANK, paymentSearch } from '#web/lib/search-params.ts';
import { useSearchState } from '#web/lib/use-search-state.ts';
import { CardRefused } from './card-entry.ts';
import { followPayment, isOnItsWay, refreshPayment } from './follow-payment.ts';
import type { PaymentSettings } from './payment-settings.query.ts';
import { findPendingPayment, forgetPendingPayment, keepPendingPayment } from './pending-payment.ts';
import { reloadPurchases, reloadUser } from './reload-purchases.ts';
import { useBank } from './use-bank.ts';

export type PaymentPhase = 'ready' | 'paying' | 'waiting';

const NO_ANSWER = 'The connection was lost. Try again: you are never charged twice.';
const LEFT_BANK =
  'Your bank has not confirmed this payment yet. Continue with your bank, or choose another card. You are never charged twice.';

function sentenceOf(error: unknown): string {
  if (error instanceof CardRefused) return error.message;
  if (isApiError(error) && error.status === 0) return NO_ANSWER;
  if (isApiError(error, 'price_changed') && error.details && 'amount' in error.details) {
    return `The price is now ${formatCents(Number(error.details.amount))}. Check the new price before you pay.`;
  }
  return messageOf(error);
}

export function usePayment(settings: PaymentSettings | undefined, onDone: (payment: Payment) => void) {
  const client = useQueryClient();
  const path = useLocation().pathname;
  const { search, change } = useSearchState(paymentSearch);
  const returned = Number(search.payment);
  const [phase, setPhase] = useState<PaymentPhase>('ready');
  const [problem, setProblem] = useState<string>();
  const [unfinished, setUnfinished] = useState<Payment>();
  const { question, askBank } = useBank(settings);
  const life = useRef(new AbortController());

  const end = async (payment: Payment) => {
    forgetPendingPayment(path);
    if (payment.status === 'succeeded' || payment.status === 'authorised') {
      await reloadPurchases(client);
      onDone(payment);
      return;
    }
    if (payment.failure?.code === 'card_unusable') await reloadUser(client);
    setPhase('ready');
    setProblem(payment.failure?.message ?? PAYMENT_FAILED_MESSAGE);
    if (Number.isInteger(returned)) void change(BACK_FROM_BANK);
  };

  /** With `waitsForClick`, opening a page does not send anyone to their bank. */
  const follow = async (started: Payment, signal: AbortSignal, waitsForClick = false) => {
    keepPendingPayment(path, started.id);
    setUnfinished(undefined);
    const payment =
      waitsForClick && started.status === 'requires_action'
        ? started
        : await followPayment(started, { stepUp: askBank, signal, onWaiting: () => setPhase('waiting') });
    if (!isOnItsWay(payment)) return end(payment);
    setUnfinished(payment);
    setPhase('ready');
    setProblem(LEFT_BANK);
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
      if (isApiError(error, 'not_found')) forgetPendingPayment(path);
      throw error;
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: a page goes on with its payment once, when it opens
  useEffect(() => {
    const controller = new AbortController();
    life.current = controller;
    const pendingId = returned > 0 ? returned : findPendingPayment(path);
    if (pendingId !== undefined) void run((signal) => resume(pendingId, signal));
    return () => controller.abort();
  }, [path]);

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
