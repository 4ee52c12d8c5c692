import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { CountBadge } from '#web/components/state-mark.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { useSession } from '#web/lib/session.ts';
import { openSiteMenu } from '#web/lib/shell-state.ts';
import { routes } from '#web/routes.ts';
import { type MenuEntry, menuEntries, useAlbumCount } from './menu.tsx';

const TAB =
  'relative grid min-h-[52px] w-full grid-cols-[minmax(0,1fr)] justify-items-center gap-0.5 rounded-ctl py-1.5 text-11 font-[650] text-ink-3 aria-[current]:text-ink';
const MAX_TABS = 4;

type TabsProps = {
  entries: readonly MenuEntry[];
  /** `area`: the tab is also the current one on the pages below its own. */
  currentOf?: (path: string) => 'page' | 'area';
  badgeOf: (path: string, className: string) => ReactNode;
};

export function Tabs({ entries, currentOf = () => 'page', badgeOf }: TabsProps) {
  return (
    <nav
      aria-label={i18n.t('Main, phone')}
      className="fixed inset-x-0 bottom-0 z-20 border-line border-t bg-bg px-2 pt-1.5 pb-[calc(6px+env(safe-area-inset-bottom))] desk:hidden"
    >
      <ul className="grid auto-cols-fr grid-flow-col">
        {entries.slice(0, MAX_TABS).map(({ path, label, icon: Icon }) => (
          <li key={path}>
            <Link to={path} current={currentOf(path)} className={TAB}>
              <Icon size={24} strokeWidth={1.8} />
              <span className="max-w-full truncate">{label.replace(' photos', '')}</span>
              {badgeOf(path, 'absolute top-0 left-[54%]')}
            </Link>
          </li>
        ))}
        <li>
          <button type="button" aria-haspopup="dialog" onClick={openSiteMenu} className={TAB}>
            <Ellipsis size={24} strokeWidth={1.8} />
            <span className="max-w-full truncate">{i18n.t('More')}</span>
          </button>
        </li>
      </ul>
    </nav>
  );
}

export function TabBar() {
  const { user } = useSession();
  const albumCount = useAlbumCount();
  if (!user) return null;
  return (
    <Tabs
      entries={menuEntries(routes, 'tabs', user)}
      badgeOf={(path, className) =>
        path === paths.myAlbums && <CountBadge count={albumCount} className={className} />
      }
    />
  );
}
