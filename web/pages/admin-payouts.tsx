import { PageHeading } from '#web/components/page-heading.tsx';
import { PaySheet } from '#web/features/payees/pay-sheet.tsx';
import { PayeesView } from '#web/features/payees/payees-view.tsx';
import { TransfersCard } from '#web/features/payees/transfers-card.tsx';
import { BalanceCards } from '#web/features/payouts/balance-cards.tsx';
import { PayoutSheet, PayoutsList } from '#web/features/payouts/payouts-list.tsx';
import { ClosedMonths } from '#web/features/roster/month-list.tsx';
import { TaxByState } from '#web/features/tax/tax-by-state.tsx';
import { payoutPlaceSearch, useSearchState } from '#web/lib/search-params.ts';

/** The entry for what has not been paid out yet. */
const NEXT = 'next';

export function AdminPayoutsPage() {
  const { search, change } = useSearchState(payoutPlaceSearch);
  const open = (lines: string | undefined) => void change({ lines }, { push: true });
  const openPayee = (payee: number | undefined) => void change({ payee }, { push: true });
  return (
    <div className="grid max-w-[1200px] grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8 desk:px-10">
      <PageHeading title="Payouts">Who is owed what, and what went out.</PageHeading>
      <PayeesView onOpen={openPayee} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 desk:grid-cols-2">
        <ClosedMonths />
        <TaxByState />
      </div>
      <TransfersCard />
      <h2 className="text-22 leading-tight font-[750] tracking-[-0.02em]">
        From the card provider to your bank
      </h2>
      <BalanceCards onOpen={() => open(NEXT)} />
      <PayoutsList onOpen={({ payout }) => open(payout)} />
      {search.payee !== undefined && (
        <PaySheet key={search.payee} payee={search.payee} onClose={() => openPayee(undefined)} />
      )}
      {search.lines !== undefined && (
        <PayoutSheet
          key={search.lines}
          payout={search.lines === NEXT ? undefined : search.lines}
          onClose={() => open(undefined)}
        />
      )}
    </div>
  );
}
