import type { Role } from '#contract/rules/permissions.ts';
import { adminRoutes } from '#web/admin-routes.ts';
import { menuEntries } from './menu.ts';
import { MenuRow } from './menu-row.tsx';
import { QueueBadge } from './queue-badge.tsx';

type AdminRowsProps = { role: Role; onOpen: () => void };

/** The part of the menu that only staff see. */
export function AdminRows({ role, onOpen }: AdminRowsProps) {
  return (
    <nav aria-labelledby="more-admin" className="border-line border-t pt-5">
      <h3 id="more-admin" className="pb-1 text-14 font-[650]">
        Admin pages
      </h3>
      <ul className="-mx-3">
        {menuEntries(adminRoutes, 'admin', role).map((entry) => (
          <MenuRow key={entry.path} entry={entry} onOpen={onOpen}>
            <QueueBadge path={entry.path} />
          </MenuRow>
        ))}
      </ul>
    </nav>
  );
}
