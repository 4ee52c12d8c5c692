import { ListPage } from '#web/components/list/staff-list.tsx';
import { ScrapingMonitor } from '#web/features/users/scraping-monitor.tsx';

export function AdminScrapingMonitorPage() {
  return (
    <ListPage title="Unusual activity" sentence="Who opened most in the last 30 days without buying.">
      <ScrapingMonitor />
    </ListPage>
  );
}
