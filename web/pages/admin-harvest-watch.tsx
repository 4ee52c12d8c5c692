import { ListPage } from '#web/components/list/staff-list.tsx';
import { HarvestWatch } from '#web/features/users/harvest-watch.tsx';

export function AdminHarvestWatchPage() {
  return (
    <ListPage title="Harvest watch" sentence="Who opened most in the last 30 days without buying.">
      <HarvestWatch />
    </ListPage>
  );
}
