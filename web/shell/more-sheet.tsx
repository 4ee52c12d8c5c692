import { LogOut } from 'lucide-react';
import { isStaff } from '#contract/rules/permissions.ts';
import { Sheet } from '#web/components/sheet.tsx';
import { CountBadge } from '#web/components/state-mark.tsx';
import { Loading } from '#web/components/states.tsx';
import { ThemeChoice } from '#web/components/theme-choice.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { paths } from '#web/lib/navigation.tsx';
import { useUser } from '#web/lib/session.ts';
import { routes } from '#web/routes.ts';
import { MENU_ROW, MenuRow, menuEntries, useAlbumCount, useLogOut } from './menu.tsx';

const AdminRows = lazyPart(() => import('#web/shell/admin-area.tsx'), 'AdminRows', <Loading />);

export function MoreSheet({ onClose }: { onClose: () => void }) {
  const user = useUser();
  const logOut = useLogOut();
  const albumCount = useAlbumCount();
  return (
    <Sheet
      title={user.name || i18n.t('Your account')}
      description={user.email || (user.phone_number ?? '')}
      onClose={onClose}
    >
      <nav aria-label={i18n.t('More')}>
        <ul className="-mx-3">
          {menuEntries(routes, 'header', user).map((entry) => (
            <MenuRow key={entry.path} entry={entry} onOpen={onClose}>
              {entry.path === paths.myAlbums && <CountBadge count={albumCount} />}
            </MenuRow>
          ))}
          <li>
            <button
              type="button"
              onClick={() => {
                onClose();
                void logOut();
              }}
              className={MENU_ROW}
            >
              <LogOut size={22} strokeWidth={1.8} className="text-ink-2" />
              {i18n.t('Logout')}
            </button>
          </li>
        </ul>
      </nav>
      <div className="mt-3 border-line border-t py-5">
        <ThemeChoice />
      </div>
      {isStaff(user.type) && <AdminRows user={user} onOpen={onClose} />}
    </Sheet>
  );
}
