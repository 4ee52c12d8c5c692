import { Ellipsis } from 'lucide-react';
import { CountBadge } from '#web/components/count-badge.tsx';
import { paths } from '#web/lib/paths.ts';
import { Link } from '#web/lib/router/link.tsx';
import { useSession } from '#web/lib/session.ts';
import { openSiteMenu } from '#web/lib/site-menu.ts';
import { menuEntries } from './menu.ts';
import { QueueBadge } from './queue-badge.tsx';
import { useAlbumCount } from './use-album-count.ts';

const TAB =
  'relative grid min-h-[52px] w-full justify-items-center gap-0.5 rounded-ctl py-1.5 text-11 font-[650] text-ink-3 aria-[current]:text-ink';

export function TabBar({ area }: { area?: 'admin' }) {
  const { user } = useSession();
  const albumCount = useAlbumCount();
  if (!user) return null;
  const entries = menuEntries(area ?? 'tabs', user.type).slice(0, 4);
  return (
    <nav
      aria-label="Main, phone"
      className="fixed inset-x-0 bottom-0 z-20 border-line border-t bg-bg/92 px-2 pt-1.5 pb-[calc(6px+env(safe-area-inset-bottom))] backdrop-blur-lg desk:hidden"
    >
      <ul className="grid auto-cols-fr grid-flow-col">
        {entries.map(({ path, label, icon: Icon }) => (
          <li key={path}>
            <Link to={path} current="page" className={TAB}>
              <Icon aria-hidden size={24} strokeWidth={1.8} />
              {label.replace(' photos', '')}
              {area === 'admin' && <QueueBadge path={path} className="absolute top-0 left-[54%]" />}
              {path === paths.myAlbums && (
                <CountBadge count={albumCount} className="absolute top-0 left-[54%]" />
              )}
            </Link>
          </li>
        ))}
        <li>
          <button type="button" aria-haspopup="dialog" onClick={openSiteMenu} className={TAB}>
            <Ellipsis aria-hidden size={24} strokeWidth={1.8} />
            More
          </button>
        </li>
      </ul>
    </nav>
  );
}
