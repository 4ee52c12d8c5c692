import { useState } from 'react';
import type { AnyList } from '#contract/lists/list.ts';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import type { StaffListProps } from './staff-list.types.ts';

const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.closest('a, button, [role="button"]') !== null;

/** J and K move the cursor, X selects, Shift stretches the selection, Enter opens, Escape clears. */
export function useListKeys<L extends AnyList>(props: StaffListProps<L>) {
  const { rows, selection, onOpen, openId, keys, hasKeys = true, isInDialog = false } = props;
  const [cursor, setCursor] = useState(-1);
  const count = rows.count ?? 0;
  const current = rows.rowAt(cursor);
  const step = (by: number) => (event: KeyboardEvent) => {
    if (count === 0) return;
    event.preventDefault();
    const next = Math.min(Math.max(cursor + by, 0), count - 1);
    if (event.shiftKey) void selection?.stretchTo(next, Math.max(cursor, 0));
    setCursor(next);
    const row = rows.rowAt(next);
    if (openId !== undefined && row) onOpen?.(row, next);
  };
  const hotkeys = {
    j: step(1),
    k: step(-1),
    arrowdown: step(1),
    arrowup: step(-1),
    x: () => current && selection?.toggle(current, cursor),
    enter: (event: KeyboardEvent) => {
      if (current && onOpen && !isControl(event.target)) onOpen(current, cursor);
    },
    escape: (event: KeyboardEvent) => {
      if (!selection || selection.count === 0) return;
      event.preventDefault();
      selection.clear();
    },
    ...keys?.(current),
  };
  useHotkeys(hasKeys ? hotkeys : {}, { isInDialog });
  return { cursor, setCursor };
}
