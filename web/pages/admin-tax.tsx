import { PageHeading } from '#web/components/page-heading.tsx';
import { RateTable } from '#web/features/tax/rate-table.tsx';
import { TaxReport } from '#web/features/tax/tax-report.tsx';

export function AdminTaxPage() {
  return (
    <div className="grid max-w-[1200px] grid-cols-[minmax(0,1fr)] gap-6 px-4 py-8 desk:px-10">
      <PageHeading title="Tax">
        What you collected, and the rates for new orders. The settings say where tax comes from.
      </PageHeading>
      <TaxReport />
      <RateTable />
    </div>
  );
}
