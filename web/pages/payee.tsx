import { useQuery } from '@tanstack/react-query';
import { PageHeading } from '#web/components/page-heading.tsx';
import { EmptyState } from '#web/components/states.tsx';
import { ConnectAccount, payoutAccountQuery } from '#web/features/payees/connect-account.tsx';
import { usePathParams } from '#web/lib/navigation.tsx';

/** Staff send this page to payees who have neither pass nor cockpit. */
export function PayeePage() {
  const { token } = usePathParams('/payee/:token');
  const { error } = useQuery(payoutAccountQuery({ by: 'payee', token }));
  return (
    <div className="wrap grid max-w-[720px] gap-6 pt-6 pb-16">
      <meta name="robots" content="noindex, nofollow" />
      <PageHeading title="Getting paid">
        Your share of the photo sales, by bank transfer, and your monthly statements.
      </PageHeading>
      {error ? (
        <EmptyState
          title="This link no longer works"
          sentence="It has expired or was copied incompletely. Ask the photo team for a new one."
        />
      ) : (
        <ConnectAccount by="payee" token={token} />
      )}
    </div>
  );
}
