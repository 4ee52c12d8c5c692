import { Search, Store } from 'lucide-react';
import { BugButton } from '#web/components/bug-button.tsx';
import { buttonStyle } from '#web/components/button-style.ts';
import { HelpButton } from '#web/components/help-button.tsx';
import { Mark } from '#web/components/mark.tsx';
import { SandboxBanner } from '#web/features/orders/sandbox-banner.tsx';
import { openPalette } from '#web/lib/palette.ts';
import { paths } from '#web/lib/paths.ts';
import { Link } from '#web/lib/router/link.tsx';
import { useLogOut } from './use-log-out.ts';

const ENTRY =
  'inline-flex h-10 items-center gap-[7px] rounded-full px-3 text-15 font-semibold text-ink-2 hover:text-ink';

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** The header of the admin area has the search and no cart. */
export function AdminHeader() {
  const logOut = useLogOut();
  return (
    <header className="sticky top-0 z-20 border-line border-b bg-bg/88 backdrop-blur-[14px] print:hidden">
      <div className="flex h-(--header-height) items-center gap-2 px-[clamp(16px,3vw,24px)]">
        <Mark />
        <SandboxBanner />
        <button
          type="button"
          aria-haspopup="dialog"
          aria-keyshortcuts="Meta+K Control+K"
          onClick={openPalette}
          className={`${buttonStyle('ghost', 'icon')} ml-auto desk:mx-auto desk:h-10 desk:w-[min(420px,34vw)]! desk:justify-start! desk:gap-2.5 desk:rounded-ctl! desk:bg-sunk desk:px-3.5`}
        >
          <Search aria-hidden size={20} strokeWidth={1.8} className="flex-none text-ink-2" />
          <span className="text-14 font-medium text-ink-2 not-desk:sr-only">Search or run a command</span>
          <kbd
            aria-hidden
            className="ml-auto rounded-[5px] border border-line bg-bg px-1.5 font-sans text-12 font-semibold text-ink-2 not-desk:hidden"
          >
            {isApple() ? '⌘K' : 'Ctrl K'}
          </kbd>
        </button>
        <nav aria-label="Main" className="hidden gap-0.5 desk:flex">
          <Link to={paths.home} className={ENTRY}>
            <Store aria-hidden size={20} strokeWidth={1.8} />
            Shop
          </Link>
          <button type="button" onClick={() => void logOut()} className={ENTRY}>
            Logout
          </button>
        </nav>
        <BugButton />
        <HelpButton />
      </div>
    </header>
  );
}
