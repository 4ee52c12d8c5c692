import { Bug, CircleHelp, Menu } from 'lucide-react';
import { openHelp, useUnreadAnswers } from '#web/lib/help.ts';
import { i18n } from '#web/lib/i18n.ts';
import { openSiteMenu } from '#web/lib/shell-state.ts';
import { buttonStyle } from './button.tsx';
import { CountBadge } from './state-mark.tsx';

export function HelpButton() {
  const unread = useUnreadAnswers();
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={
        unread > 0
          ? i18n.t('Help, {count, plural, one {# new answer} other {# new answers}}', { count: unread })
          : i18n.t('Help')
      }
      onClick={() => openHelp(unread > 0 ? 'chat' : 'menu')}
      className={`${buttonStyle('ghost', 'icon')} relative desk:w-auto! desk:px-3.5 desk:text-15 desk:font-semibold desk:text-ink-2 desk:hover:text-ink`}
    >
      <CircleHelp size={22} strokeWidth={1.8} className="desk:size-5" />
      <span className="hidden desk:inline">{i18n.t('Help')}</span>
      <CountBadge count={unread} className="absolute top-0.5 -right-0.5" />
    </button>
  );
}

export function BugButton({ className = '' }: { className?: string }) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={i18n.t('Report a bug')}
      title={i18n.t('Report a bug')}
      onClick={() => openHelp('bug')}
      className={`${buttonStyle('ghost', 'icon')} ${className}`}
    >
      <Bug size={22} strokeWidth={1.8} />
    </button>
  );
}

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
