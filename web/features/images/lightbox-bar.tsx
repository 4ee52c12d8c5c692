import { Dialog } from '@base-ui/react/dialog';
import { Flag, X } from 'lucide-react';
import { BugButton } from '#web/components/bug-button.tsx';
import { buttonStyle } from '#web/components/button-style.ts';
import { MenuButton } from '#web/components/menu-button.tsx';
import { REPORTED_MARK } from './reported-mark.ts';

type LightboxBarProps = { position: number; total: number; isReported: boolean; onReport: () => void };

export function LightboxBar({ position, total, isReported, onReport }: LightboxBarProps) {
  return (
    <div className="flex items-center gap-1 p-2 desk:px-5 desk:py-3">
      <Dialog.Close aria-label="Close photo" className={buttonStyle('ghost', 'icon')}>
        <X aria-hidden size={22} strokeWidth={1.8} />
      </Dialog.Close>
      <p aria-live="polite" className="mr-auto pl-2 text-15 font-[650] tabular-nums">
        {position} <span className="text-ink-3">of {total}</span>
      </p>
      {isReported && (
        <p role="status" className="max-desk:max-w-20 text-13 leading-tight text-ink-2 desk:text-14">
          {REPORTED_MARK}
        </p>
      )}
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onReport}
        className={`${buttonStyle('ghost')} px-3! text-14!`}
      >
        <Flag aria-hidden size={20} strokeWidth={1.8} />
        <span className="max-desk:sr-only">Report this photo</span>
      </button>
      <BugButton />
      <MenuButton />
    </div>
  );
}
