import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useIsDesk } from '#web/lib/use-is-desk.ts';

export const FLOATING_PILL =
  'absolute bottom-4 left-1/2 z-5 flex w-max max-w-[calc(100%-24px)] -translate-x-1/2 items-center gap-1 rounded-full bg-ink py-1.5 pr-1.5 pl-4 text-14 font-semibold text-bg shadow-3';
export const TOOLBAR_ACTION =
  'inline-flex h-11 flex-none items-center gap-2 rounded-full px-3 whitespace-nowrap hover:bg-bg/15 desk:h-9';

type FloatingToolbarProps = {
  label: string;
  chosen: ReactNode;
  clearLabel: string;
  onClear: () => void;
  /** Leaves room for the line of keyboard hints below the list. */
  isRaised?: boolean;
  children: ReactNode;
};

export function FloatingToolbar(props: FloatingToolbarProps) {
  const { label, chosen, clearLabel, onClear, isRaised = false, children } = props;
  return (
    <div role="toolbar" aria-label={label} className={`${FLOATING_PILL} ${isRaised ? 'desk:bottom-12' : ''}`}>
      <span className="flex-none pr-1 tabular-nums" aria-live="polite">
        {chosen}
      </span>
      <span className="flex min-w-0 overflow-x-auto [scrollbar-width:none]">{children}</span>
      <button
        type="button"
        aria-label={clearLabel}
        onClick={onClear}
        className="grid size-11 flex-none place-items-center rounded-full bg-bg/20 desk:size-9"
      >
        <X aria-hidden size={17} />
      </button>
    </div>
  );
}

/** Keeps the toolbar at the bottom of the screen when the page scrolls instead of the list. */
export function OverPage({ className = '', children }: { className?: string; children: ReactNode }) {
  return (
    <div className={`sticky bottom-(--tab-bar-height) z-5 h-0 desk:bottom-0 ${className}`}>{children}</div>
  );
}

/** On a desk the list is a pane that scrolls within the page; on a phone the page itself scrolls. */
export function OverPane({ children }: { children: ReactNode }) {
  return useIsDesk() ? children : <OverPage>{children}</OverPage>;
}
