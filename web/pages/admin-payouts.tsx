import { PageHeading } from '#web/components/page-heading.tsx';
import { BalanceCards } from '#web/features/payouts/balance-cards.tsx';
import { PayoutSheet, PayoutsList } from '#web/features/payouts/payouts-list.tsx';
import { payoutPlaceSearch, useSearchState } from '#web/lib/search-params.ts';

/** Stands for what has not been paid out yet. */
const NEXT = 'next';

export function AdminPayoutsPage() {
  const { search, change } = useSearchState(payoutPlaceSearch);
  const open = (lines: string | undefined) => void change({ lines }, { push: true });
  return (
    <div className="grid max-w-[1200px] grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8 desk:px-10">
      <PageHeading title="Payouts" />
      <BalanceCards onOpen={() => open(NEXT)} />
      <PayoutsList onOpen={({ payout }) => open(payout)} />
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
