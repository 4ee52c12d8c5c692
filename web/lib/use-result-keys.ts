import { type KeyboardEvent, useRef } from 'react';

const RESULT = '[data-result]';
const TARGET = 'a[href]:not([tabindex="-1"]), button:not(:disabled)';

/**
 * Arrow keys walk from a search field through its results and back; Escape returns to the field. Each result is an
 * element with `data-result`, and its first link or button gets the focus.
 */
export function useResultKeys() {
  const area = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const focused = event.target;
    if (!area.current || !(focused instanceof HTMLElement)) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const field = area.current.querySelector<HTMLElement>('input[type=search]');
    const results = [...area.current.querySelectorAll<HTMLElement>(RESULT)];
    const at = results.findIndex((result) => result.contains(focused));
    if (focused !== field && at < 0) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const isBack = (step === -1 && at === 0) || (event.key === 'Escape' && at >= 0);
    const target = isBack ? field : step && results[at + step]?.querySelector<HTMLElement>(TARGET);
    if (!target) return;
    event.preventDefault();
    target.focus();
  };
  return { area, onKeyDown };
}
