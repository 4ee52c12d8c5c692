import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '#web/components/empty-state.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { QueryState } from '#web/components/query-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { paths } from '#web/lib/paths.ts';
import { receiptQuery } from './receipt.query.ts';
import { ReceiptSheet } from './receipt-sheet.tsx';

export function ReceiptScreen({ orderKey }: { orderKey: string }) {
  const receipt = useQuery(receiptQuery(orderKey));
  if (receipt.data) return <ReceiptSheet receipt={receipt.data} />;
  return (
    <div className="grid gap-6">
      <PageHeading title="Receipt" />
      <QueryState
        query={receipt}
        loading={<Skeleton label="Loading your receipt" className="h-[640px]" />}
        missing={
          <EmptyState
            title="Receipt not found"
            sentence="Receipts are available to buyers once an order is paid."
            link={{ to: paths.myAlbums, label: 'My purchases' }}
          />
        }
      >
        {() => null}
      </QueryState>
    </div>
  );
}
