import { type Role, roleCan } from '#contract/rules/permissions.ts';
import type { AppRoute, Menu } from '#web/describe-route.ts';

export type MenuEntry = Pick<AppRoute, 'path'> & Omit<NonNullable<AppRoute['entry']>, 'menus'>;

export function menuEntries(routes: readonly AppRoute[], menu: Menu, role: Role): MenuEntry[] {
  return routes.flatMap(({ path, permission, entry }) =>
    entry?.menus.includes(menu) && (!permission || roleCan(role, permission))
      ? [{ path, label: entry.label, icon: entry.icon }]
      : [],
  );
}
