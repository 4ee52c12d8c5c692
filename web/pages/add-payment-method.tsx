import { ComingPage } from '#web/components/coming-page.tsx';

export function AddPaymentMethodPage() {
  return <ComingPage title="Payment methods" sentence="The cards you keep with us will be here." />;
}
