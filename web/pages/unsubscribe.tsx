import { ComingPage } from '#web/components/coming-page.tsx';

export function UnsubscribePage() {
  return (
    <ComingPage
      title="Notifications"
      sentence="You will choose here which messages you want, without logging in."
    />
  );
}
