import { useEffect, useEffectEvent } from 'react';

/** By the name of the key in lower case: j, enter, arrowdown. */
export type Hotkeys = Record<string, (event: KeyboardEvent) => void>;

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null
  );
}

/** Single keys for the whole page. They rest while someone types, and while a dialog is open. */
export function useHotkeys(hotkeys: Hotkeys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return;
    if (isTyping(event.target) || document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
    const act = hotkeys[event.key.toLowerCase()];
    if (!act) return;
    act(event);
  });
  useEffect(() => {
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
