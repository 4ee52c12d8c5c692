import { ListPage } from '#web/components/list/staff-list.tsx';
import { PaymentCases } from '#web/features/reports/payment-cases.tsx';

export function AdminPaymentCasesPage() {
  return (
    <ListPage title="Payment cases" sentence="Payments that are stuck, owed or disputed, oldest first.">
      <PaymentCases />
    </ListPage>
  );
}
