import { ComingPage } from '#web/components/coming-page.tsx';

export function OpenOrdersPage() {
  return (
    <ComingPage
      title="Open orders"
      sentence="Orders you have started, and orders you share with your team, will be here."
    />
  );
}
