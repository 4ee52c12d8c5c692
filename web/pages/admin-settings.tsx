import { ComingPage } from '#web/components/coming-page.tsx';

export function AdminSettingsPage() {
  return <ComingPage title="Settings" sentence="Prices and other settings of the site will be here." />;
}
