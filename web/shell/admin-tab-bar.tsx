import { adminRoutes } from '#web/admin-routes.ts';
import { useSession } from '#web/lib/session.ts';
import { menuEntries } from './menu.ts';
import { QueueBadge } from './queue-badge.tsx';
import { Tabs } from './tab-bar.tsx';

export function AdminTabBar() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <Tabs
      entries={menuEntries(adminRoutes, 'admin', user.type)}
      badgeOf={(path, className) => <QueueBadge path={path} className={className} />}
    />
  );
}
