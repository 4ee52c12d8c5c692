import { useEffect, useEffectEvent } from 'react';

/** Keys are lower case names: j, enter, arrowdown, ctrl+z (which is also Command on a Mac). */
export type Hotkeys = Record<string, (event: KeyboardEvent) => void>;

const TYPED_INTO = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]';

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest(TYPED_INTO) !== null;
}

/**
 * Keys are ignored while someone types or a dialog is open, unless `isInDialog`. `isFirst` runs before other
 * handlers of the same key.
 */
export function useHotkeys(hotkeys: Hotkeys, { isFirst = false, isInDialog = false } = {}): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey) return;
    if (isTyping(event.target)) return;
    if (!isInDialog && document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
    const act = hotkeys[`${event.metaKey || event.ctrlKey ? 'ctrl+' : ''}${event.key.toLowerCase()}`];
    if (!act) return;
    act(event);
  });
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown, { capture: isFirst });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: isFirst });
  }, [isFirst]);
}
