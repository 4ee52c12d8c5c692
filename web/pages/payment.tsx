import { ComingPage } from '#web/components/coming-page.tsx';

export function PaymentPage() {
  return <ComingPage title="Payment" sentence="You will pay for your album by card here." />;
}
