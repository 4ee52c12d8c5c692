import { Link } from '@tanstack/react-router';
import { buttonStyle } from '#web/components/button-style.ts';
import { CountBadge } from '#web/components/count-badge.tsx';
import { HelpButton } from '#web/components/help-button.tsx';
import { Mark } from '#web/components/mark.tsx';
import { SandboxBanner } from '#web/features/orders/sandbox-banner.tsx';
import { paths } from '#web/lib/paths.ts';
import { useSession } from '#web/lib/session.ts';
import { CartButton } from './cart-button.tsx';
import { type MenuEntry, menuEntries } from './menu.ts';
import { useAlbumCount } from './use-album-count.ts';
import { useLogOut } from './use-log-out.ts';

const ENTRY =
  'inline-flex h-10 items-center gap-[7px] rounded-full px-3.5 text-15 font-semibold text-ink-2 transition-colors duration-(--d1) hover:text-ink aria-[current]:bg-sunk aria-[current]:text-ink';

function HeaderEntry({ entry, count }: { entry: MenuEntry; count: number }) {
  const Icon = entry.icon;
  return (
    <Link
      to={entry.path}
      activeOptions={{ exact: entry.path !== paths.admin, includeSearch: false }}
      className={ENTRY}
    >
      <Icon aria-hidden size={20} strokeWidth={1.8} />
      {entry.label}
      <CountBadge count={count} />
      {count > 0 && <span className="sr-only">, {count} albums</span>}
    </Link>
  );
}

export function Header() {
  const { user } = useSession();
  const albumCount = useAlbumCount();
  const logOut = useLogOut();
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-bg/88 backdrop-blur-[14px]">
      <div className="flex h-(--header-height) items-center gap-2 px-[clamp(16px,3vw,40px)]">
        <Mark />
        {user ? (
          <>
            <SandboxBanner />
            <nav aria-label="Main" className="ml-auto hidden gap-0.5 desk:flex">
              {menuEntries('header', user.type).map((entry) => (
                <HeaderEntry
                  key={entry.path}
                  entry={entry}
                  count={entry.path === paths.myAlbums ? albumCount : 0}
                />
              ))}
              <button type="button" onClick={logOut} className={ENTRY}>
                Logout
              </button>
            </nav>
            <div className="ml-auto flex desk:ml-2">
              <CartButton />
              <HelpButton />
            </div>
          </>
        ) : (
          <div className="ml-auto flex items-center gap-1">
            <HelpButton />
            <Link to={paths.logIn} className={buttonStyle('ink')}>
              Login
            </Link>
          </div>
        )}
      </div>
    </header>
  );
}
