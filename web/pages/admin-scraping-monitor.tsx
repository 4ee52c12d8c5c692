import { ListPage } from '#web/components/list/staff-list.tsx';
import { ScrapingMonitor } from '#web/features/users/scraping-monitor.tsx';

export function AdminScrapingMonitorPage() {
  return (
    <ListPage
      title="Unusual activity"
      sentence="Accounts that opened far more than a family would in the last 30 days. You set the limits in Settings."
    >
      <ScrapingMonitor />
    </ListPage>
  );
}
