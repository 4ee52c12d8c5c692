import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { buttonStyle } from '#web/components/button-style.ts';
import { EmptyState } from '#web/components/empty-state.tsx';
import { FailedState } from '#web/components/failed-state.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { isApiError } from '#web/lib/api-error.ts';
import { paths } from '#web/lib/paths.ts';
import { receiptQuery } from './receipt.query.ts';
import { ReceiptSheet } from './receipt-sheet.tsx';

export function ReceiptScreen({ orderKey }: { orderKey: string }) {
  const { data: receipt, error, refetch } = useQuery(receiptQuery(orderKey));
  if (receipt) return <ReceiptSheet receipt={receipt} />;
  return (
    <div className="grid gap-6">
      <PageHeading title="Receipt" />
      {!error && <Skeleton label="Loading your receipt" className="h-[640px]" />}
      {error && !isGone(error) && <FailedState error={error} onRetry={refetch} />}
      {error && isGone(error) && (
        <EmptyState
          title="No receipt here"
          sentence="A receipt is there once an order is paid, for those who paid for it."
        >
          <Link to={paths.myAlbums} className={buttonStyle()}>
            My purchases
          </Link>
        </EmptyState>
      )}
    </div>
  );
}

const isGone = (error: unknown) => isApiError(error) && (error.status === 404 || error.status === 400);
