import { useQuery } from '@tanstack/react-query';
import { payoutEndpoints } from '#contract/endpoints/refunds.ts';
import { PAYOUT_STATES, type PayoutRow } from '#contract/entities/order-of-user.ts';
import { formatCents } from '#contract/rules/money.ts';
import { Figures } from '#web/components/figures.tsx';
import { FailedState, Notice, Skeleton } from '#web/components/states.tsx';
import { apiQuery } from '#web/lib/api.ts';

const NONE = [{ currency: 'usd', available: 0, pending: 0 }];

export function BalanceCards({ onOpen }: { onOpen: () => void }) {
  const { data, error, refetch } = useQuery(providerBalanceQuery);
  if (error) return <FailedState error={error} onRetry={refetch} />;
  if (!data) return <Skeleton label="Loading the balance" className="h-[104px]" />;
  if (data.balances === null) {
    return (
      <Notice tone="bad">
        The card provider did not answer.{' '}
        <button
          type="button"
          onClick={() => refetch()}
          className="font-semibold underline underline-offset-4"
        >
          Try again
        </button>
      </Notice>
    );
  }
  const balances = data.balances.length > 0 ? data.balances : NONE;
  return (
    <section aria-label="On its way" className="grid gap-2">
      <Figures
        figures={balances.flatMap(({ currency, available, pending }) => [
          { label: 'Pending', value: moneyOf(pending, currency), note: 'Charged, not available yet' },
          { label: 'Available', value: moneyOf(available, currency), note: 'Part of the next payout' },
        ])}
      />
      <p className="text-13 text-ink-2">
        Live from the card provider.{' '}
        <button
          type="button"
          onClick={onOpen}
          className="min-h-11 font-semibold text-ink underline decoration-edge underline-offset-4 desk:min-h-0"
        >
          See what has not been paid out
        </button>
      </p>
    </section>
  );
}

export const stateOf = ({ state }: Pick<PayoutRow, 'state'>): string =>
  (PAYOUT_STATES as Record<string, string>)[state] ?? state;

/** The provider counts these in whole units, and all others that it pays out in hundredths. */
const WITHOUT_CENTS = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));

export function moneyOf(amount: number, currency = 'usd'): string {
  if (currency === 'usd') return formatCents(amount);
  const plain = WITHOUT_CENTS.has(currency)
    ? formatCents(amount * 100, '').replace('.00', '')
    : formatCents(amount, '');
  return `${plain} ${currency.toUpperCase()}`;
}

const KINDS: Record<string, string> = {
  adjustment: 'Dispute',
  charge: 'Sale',
  payment: 'Sale',
  payment_failure_refund: 'Payment failed',
  payment_refund: 'Refund',
  payout_failure: 'Payout returned',
  refund: 'Refund',
  refund_failure: 'Refund returned',
  stripe_fee: 'Provider fee',
};

export function kindOf(type: string): string {
  const words = type.replaceAll('_', ' ');
  return KINDS[type] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** The parts of the payout, without those that are zero. */
export function partsOf({ sales, refunds, disputes, fees, other, currency }: PayoutRow): string {
  const parts = [
    ['Sales', sales],
    ['refunds', -refunds],
    ['disputes', -disputes],
    ['fees', -fees],
    ['other', other],
  ] as const;
  return parts
    .filter(([, cents]) => cents !== 0)
    .map(([name, cents]) => `${name} ${moneyOf(cents, currency)}`)
    .join(', ');
}

const providerBalanceQuery = apiQuery(['payouts', 'balance'], payoutEndpoints.providerBalance, {
  refetchOnWindowFocus: true,
});
