import { ComingPage } from '#web/components/coming-page.tsx';

export function AdminReportsPage() {
  return <ComingPage title="Reports" sentence="Sales by day and by event will be here." />;
}
