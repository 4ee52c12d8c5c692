import { ComingPage } from '#web/components/coming-page.tsx';

export function CheckoutPage() {
  return (
    <ComingPage
      title="Checkout"
      sentence="Your order, and the choice to share its cost with your team, will be here."
    />
  );
}
