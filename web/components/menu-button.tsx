import { Menu } from 'lucide-react';
import { i18n } from '#web/lib/i18n.ts';
import { openSiteMenu } from '#web/lib/site-menu.ts';
import { buttonStyle } from './button.tsx';

/** Opens the same entries as the header, where the header is folded. */
export function MenuButton({ className = '' }: { className?: string }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={i18n.t('Menu')}
      onClick={openSiteMenu}
      className={`${buttonStyle('ghost', 'icon')} ${className}`}
    >
      <Menu size={22} strokeWidth={1.8} />
    </button>
  );
}
