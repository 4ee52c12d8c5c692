import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AppRoute, Menu } from '#web/describe-route.ts';
import { logOut } from '#web/features/accounts/me.query.ts';
import { myAlbumsQuery } from '#web/features/found-albums/my-albums.query.ts';
import { forgetLastLocation } from '#web/lib/come-back.ts';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths, useNavigate } from '#web/lib/navigation.tsx';
import { type Rights, userCan, useSession } from '#web/lib/session.ts';

export type MenuEntry = Pick<AppRoute, 'path'> & Omit<NonNullable<AppRoute['entry']>, 'menus'>;

export function menuEntries(routes: readonly AppRoute[], menu: Menu, user: Rights): MenuEntry[] {
  return routes.flatMap(({ path, permission, entry }) =>
    entry?.menus.includes(menu) && (!permission || userCan(user, permission))
      ? [{ path, label: i18n.t(entry.label), icon: entry.icon }]
      : [],
  );
}

export const MENU_ROW =
  'flex h-[52px] w-full items-center gap-3.5 rounded-ctl px-3 text-16 font-semibold hover:bg-sunk aria-[current]:bg-sunk';

type MenuRowProps = { entry: MenuEntry; onOpen: () => void; children?: ReactNode };

export function MenuRow({ entry: { path, label, icon: Icon }, onOpen, children }: MenuRowProps) {
  return (
    <li>
      <Link to={path} current="page" onClick={onOpen} className={MENU_ROW}>
        <Icon size={22} strokeWidth={1.8} className="text-ink-2" />
        {label}
        {children}
      </Link>
    </li>
  );
}

export function useAlbumCount(): number {
  const { user } = useSession();
  const isOpen = !!user && !user.second_factor_needed && userCan(user, 'search_results');
  const { data } = useQuery({ ...myAlbumsQuery, enabled: isOpen });
  return data ? data.found.length + data.owned.length : 0;
}

/** Logging out on purpose forgets the page to return to. */
export function useLogOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    await logOut();
    forgetLastLocation();
    await navigate({ to: paths.logInAfterLogout, replace: true });
    forgetLastLocation();
  };
}
