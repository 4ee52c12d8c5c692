import { Search } from 'lucide-react';
import { buttonStyle } from '#web/components/button.tsx';
import { openPalette } from '#web/lib/palette.ts';
import { Header } from './header.tsx';

/** The header of the site; on phones, where the admin area has no side menu, it also opens the palette. */
export function AdminHeader() {
  return (
    <Header className="print:hidden">
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label="Search or run a command"
        onClick={openPalette}
        className={`${buttonStyle('ghost', 'icon')} ml-auto desk:hidden`}
      >
        <Search aria-hidden size={22} strokeWidth={1.8} className="text-ink-2" />
      </button>
    </Header>
  );
}
