import { Bug } from 'lucide-react';
import { openHelp } from '#web/lib/help.ts';
import { buttonStyle } from './button-style.ts';

export function BugButton() {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label="Report a bug"
      title="Report a bug"
      onClick={() => openHelp('bug')}
      className={buttonStyle('ghost', 'icon')}
    >
      <Bug aria-hidden size={22} strokeWidth={1.8} />
    </button>
  );
}
