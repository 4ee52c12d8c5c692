import { Search } from 'lucide-react';
import { buttonStyle } from '#web/components/button-style.ts';
import { openPalette } from '#web/lib/palette.ts';
import { Header } from './header.tsx';

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** The header of the site, with the palette of the admin area. */
export function AdminHeader() {
  return (
    <Header className="print:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts="Meta+K Control+K"
        onClick={openPalette}
        className={`${buttonStyle('ghost', 'icon')} ml-auto wide:mx-auto wide:h-10 wide:w-auto! wide:min-w-11 wide:max-w-[300px] wide:flex-1 wide:justify-start! wide:gap-2.5 wide:rounded-ctl! wide:bg-sunk wide:px-3.5`}
      >
        <Search aria-hidden size={20} strokeWidth={1.8} className="flex-none text-ink-2" />
        <span className="truncate text-14 font-medium text-ink-2 not-wide:sr-only">
          Search or run a command
        </span>
        <kbd
          aria-hidden
          className="ml-auto rounded-[5px] border border-line bg-bg px-1.5 font-sans text-12 font-semibold text-ink-2 not-wide:hidden"
        >
          {isApple() ? '⌘K' : 'Ctrl K'}
        </kbd>
      </button>
    </Header>
  );
}
