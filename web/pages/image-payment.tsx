import { ComingPage } from '#web/components/coming-page.tsx';

export function ImagePaymentPage() {
  return <ComingPage title="Photo payment" sentence="You will pay for a single photo by card here." />;
}
