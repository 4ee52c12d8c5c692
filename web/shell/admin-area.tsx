import { Outlet } from '@tanstack/react-router';
// Only staff need these parts, so they load with the first admin page.
import { LayoutDashboard, Search } from 'lucide-react';
import { useEffect } from 'react';
import { ROLE_NAMES } from '#contract/rules/permissions.ts';
import { adminRoutes } from '#web/admin-routes.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { initials } from '#web/lib/formats.ts';
import { lazyPart } from '#web/lib/lazy-part.tsx';
import { Link, paths } from '#web/lib/navigation.tsx';
import { type Rights, useSession } from '#web/lib/session.ts';
import { closePalette, openPalette, togglePalette, useIsPaletteOpen } from '#web/lib/shell-state.ts';
import { Header } from './header.tsx';
import { type MenuEntry, MenuRow, menuEntries } from './menu.tsx';
import { QueueBadge } from './queues.tsx';
import { Tabs } from './tab-bar.tsx';

const Palette = lazyPart(() => import('./palette/palette.tsx'), 'Palette');
const SoldQuestion = lazyPart(() => import('#web/features/culling/sold-question.tsx'), 'SoldQuestion');
const UploadStatus = lazyPart(() => import('#web/features/ingest/upload-status.tsx'), 'UploadStatus');

const OVERVIEW: MenuEntry = { path: '/admin', label: 'Overview', icon: LayoutDashboard };

/** Pages of other entries are below these. */
const currentOf = (path: string) => (path === paths.admin || path === paths.adminUsers ? 'page' : 'area');

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

export function AdminFrame() {
  const { user } = useSession();
  const isPaletteOpen = useIsPaletteOpen();
  usePaletteKey();
  if (!user) return null;
  return (
    <div className="grid desk:grid-cols-[216px_minmax(0,1fr)] print:block">
      <nav
        aria-label="Admin"
        className="sticky top-[calc(var(--header-height)+1px)] hidden h-[calc(100dvh-var(--header-height)-1px)] flex-col gap-0.5 overflow-y-auto border-line border-r bg-sunk px-2.5 py-3.5 desk:flex in-[:root:has([data-fullscreen])]:hidden! print:hidden!"
      >
        <button
          type="button"
          aria-haspopup="dialog"
          aria-keyshortcuts="Meta+K Control+K"
          onClick={openPalette}
          className="mb-2 flex h-9 items-center gap-2.5 rounded-[9px] border border-line bg-bg px-2.5 text-14 font-medium text-ink-2 hover:text-ink"
        >
          <Search size={18} strokeWidth={1.8} className="flex-none" />
          <span>
            Search or run<span className="sr-only"> a command</span>
          </span>
          <kbd aria-hidden className="ml-auto text-12 font-semibold">
            {isApple() ? '⌘K' : 'Ctrl K'}
          </kbd>
        </button>
        {[OVERVIEW, ...menuEntries(adminRoutes, 'admin', user)].map(({ path, label, icon: Icon }) => (
          <Link
            key={path}
            to={path}
            current={currentOf(path)}
            className="flex h-9 items-center gap-2.5 rounded-[9px] px-2.5 text-14 font-semibold text-ink-2 hover:text-ink aria-[current]:bg-bg aria-[current]:text-ink aria-[current]:shadow-1"
          >
            <Icon size={18} strokeWidth={1.8} />
            {label}
            <QueueBadge path={path} />
          </Link>
        ))}
        <div className="mt-auto flex items-center gap-2.5 px-2">
          <span
            aria-hidden
            className="grid size-[30px] flex-none place-items-center rounded-full bg-ink text-12 font-bold text-bg"
          >
            {initials(user.name)}
          </span>
          <span className="grid min-w-0 leading-tight">
            <b className="truncate text-13">{user.name}</b>
            <small className="text-12 text-ink-2">{ROLE_NAMES[user.type]}</small>
          </span>
        </div>
      </nav>
      <div className="min-w-0">
        <Outlet />
      </div>
      <UploadStatus />
      <SoldQuestion />
      {isPaletteOpen && <Palette />}
    </div>
  );
}

/** The header of the site; on phones, where the admin area has no side menu, it also opens the palette. */
export function AdminHeader() {
  return (
    <Header className="not-desk:[body:has([data-own-header])_&]:hidden print:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label="Search or run a command"
        onClick={openPalette}
        className={`${buttonStyle('ghost', 'icon')} ml-auto desk:hidden`}
      >
        <Search size={22} strokeWidth={1.8} className="text-ink-2" />
      </button>
    </Header>
  );
}

type AdminRowsProps = { user: Rights; onOpen: () => void };

/** The part of the menu that only staff see. */
export function AdminRows({ user, onOpen }: AdminRowsProps) {
  return (
    <nav aria-labelledby="more-admin" className="border-line border-t pt-5">
      <h3 id="more-admin" className="pb-1 text-14 font-[650]">
        Admin pages
      </h3>
      <ul className="-mx-3">
        {[OVERVIEW, ...menuEntries(adminRoutes, 'admin', user)].map((entry) => (
          <MenuRow key={entry.path} entry={entry} onOpen={onOpen}>
            <QueueBadge path={entry.path} />
          </MenuRow>
        ))}
      </ul>
    </nav>
  );
}

export function AdminTabBar() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <Tabs
      entries={[OVERVIEW, ...menuEntries(adminRoutes, 'admin', user)]}
      currentOf={currentOf}
      badgeOf={(path, className) => <QueueBadge path={path} className={className} />}
    />
  );
}

/** Cmd K or Ctrl K opens and closes the palette, also from a text field. It closes when the admin area is left. */
export function usePaletteKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isK = event.key.toLowerCase() === 'k' && !event.shiftKey && !event.altKey;
      if (!isK || event.metaKey === event.ctrlKey) return;
      event.preventDefault();
      togglePalette();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      closePalette();
    };
  }, []);
}
