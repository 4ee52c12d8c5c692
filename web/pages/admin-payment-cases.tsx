import { ListPage } from '#web/components/list/staff-list.tsx';
import { PaymentCases } from '#web/features/reports/payment-cases.tsx';

export function AdminPaymentCasesPage() {
  return (
    <ListPage title="Payment cases" sentence="Money that is unfinished, owed or disputed, the oldest first.">
      <PaymentCases />
    </ListPage>
  );
}
