import { ShoppingBag } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonStyle } from '#web/components/button.tsx';
import { BugButton, HelpButton, MenuButton } from '#web/components/help-button.tsx';
import { CountBadge } from '#web/components/state-mark.tsx';
import { LandingMenu } from '#web/features/landing/landing-menu.tsx';
import { openCart } from '#web/features/orders/cart-dialog-state.ts';
import { SandboxBanner } from '#web/features/orders/payment-settings.tsx';
import { i18n } from '#web/lib/i18n.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { type Rights, useSession } from '#web/lib/session.ts';
import { useSiteName } from '#web/lib/site.query.ts';
import { routes } from '#web/routes.ts';
import { type MenuEntry, menuEntries, useAlbumCount, useLogOut } from './menu.tsx';

const ROW = 'flex items-center gap-2 px-[clamp(16px,3vw,40px)]';
const ENTRY =
  'inline-flex h-10 items-center gap-[7px] rounded-full px-2.5 wide:px-3.5 text-15 font-semibold text-ink-2 transition-colors duration-(--d1) hover:text-ink aria-[current]:bg-sunk aria-[current]:text-ink';

function HeaderEntry({ entry, count }: { entry: MenuEntry; count: number }) {
  const Icon = entry.icon;
  return (
    <Link to={entry.path} current={entry.path === paths.admin ? 'area' : 'page'} className={ENTRY}>
      <Icon size={20} strokeWidth={1.8} className="not-wide:hidden" />
      {entry.label}
      <CountBadge count={count} />
      {count > 0 && (
        <span className="sr-only">
          , {i18n.t('{count, plural, one {# album} other {# albums}}', { count })}
        </span>
      )}
    </Link>
  );
}

function MainMenu({ user }: { user: Rights }) {
  const albumCount = useAlbumCount();
  const logOut = useLogOut();
  return (
    <nav aria-label={i18n.t('Main')} className="ml-auto hidden gap-0.5 desk:flex">
      {menuEntries(routes, 'header', user).map((entry) => (
        <HeaderEntry key={entry.path} entry={entry} count={entry.path === paths.myAlbums ? albumCount : 0} />
      ))}
      <button type="button" onClick={logOut} className={ENTRY}>
        {i18n.t('Logout')}
      </button>
    </nav>
  );
}

type HeaderProps = {
  className?: string;
  /** Items of an area between the logo and the menu. */
  children?: ReactNode;
};

export function Header({ className = '', children }: HeaderProps) {
  const { user } = useSession();
  return (
    <header className={`sticky top-0 z-20 border-line border-b bg-bg/88 backdrop-blur-[14px] ${className}`}>
      <div className={`${ROW} h-(--header-height)`}>
        <Mark />
        {user ? (
          <>
            <SandboxBanner />
            {children}
            <MainMenu user={user} />
            <div className={`flex desk:ml-1 ${children ? '' : 'ml-auto'}`}>
              <CartButton />
              <BugButton className="max-desk:hidden" />
              <HelpButton />
            </div>
          </>
        ) : (
          <div className="ml-auto flex items-center gap-1">
            <LandingMenu />
            <BugButton className="max-desk:hidden" />
            <HelpButton />
            <Link to={paths.logInByCode} className={buttonStyle('ink')}>
              {i18n.t('Login')}
            </Link>
          </div>
        )}
      </div>
    </header>
  );
}

/** Scrolls away with the page; the bar of the page below it stays and has the help buttons. */
export function FoldedHeader() {
  const { user } = useSession();
  if (!user) return null;
  return (
    <header className="border-line border-b bg-bg print:hidden">
      <div className={`${ROW} h-12`}>
        <Mark />
        <MainMenu user={user} />
        <div className="ml-auto flex desk:ml-1">
          <CartButton />
          <MenuButton className="desk:hidden" />
        </div>
      </div>
    </header>
  );
}

export function CartButton() {
  const count = useSession().user?.cart?.items.length ?? 0;
  return (
    <button
      type="button"
      className={`${buttonStyle('ghost', 'icon')} relative`}
      aria-haspopup="dialog"
      aria-label={i18n.t('Shopping cart, {count, plural, one {# item} other {# items}}', { count })}
      onClick={openCart}
    >
      <ShoppingBag size={22} strokeWidth={1.8} />
      <CountBadge count={count} tone="spot" className="absolute top-0.5 -right-0.5" />
    </button>
  );
}

function Mark() {
  const siteName = useSiteName();
  return (
    <span className="-ml-2 inline-flex min-w-0 items-center">
      <Link
        to={paths.home}
        aria-label={i18n.t('{siteName} home', { siteName })}
        className="grid h-11 w-9 flex-none place-items-center rounded-full"
      >
        <span aria-hidden className="spot-mark size-5 rounded-full" />
      </Link>
      <Link
        to={paths.home}
        className="inline-flex h-11 min-w-0 items-center rounded-tile px-1 text-22 leading-none font-extrabold tracking-[-0.045em] lowercase"
      >
        <span className="max-w-[10em] truncate py-1">{siteName}</span>
      </Link>
    </span>
  );
}
