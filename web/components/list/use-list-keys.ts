import { useState } from 'react';
import { type AnyList, type RowOf, sortText } from '#contract/lists/list.ts';
import { useNavigate } from '#web/lib/navigation.tsx';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import type { StaffListProps } from './staff-list.types.ts';

const isControl = (target: EventTarget | null) =>
  target instanceof Element && target.closest('a, button, [role="button"]') !== null;

/** J and K move the cursor, X selects, Shift stretches the selection, Enter opens, Escape clears. */
export function useListKeys<L extends AnyList>(props: StaffListProps<L>) {
  const { state, rows, selection, onOpen, linkTo, openId, keys, hasKeys = true, isInDialog = false } = props;
  const navigate = useNavigate();
  const { opensOnMove = openId !== undefined } = props;
  /** Filters and order: another order has other rows at the same places. */
  const order = JSON.stringify([state.filters, sortText(state.sort)]);
  const [place, setPlace] = useState<{ order: string; cursor: number; rangeStart?: number }>();
  const kept: { cursor: number; rangeStart?: number } = place?.order === order ? place : { cursor: -1 };
  const { rangeStart } = kept;
  const cursor = opensOnMove && openId !== undefined ? openIndex(props, kept.cursor) : kept.cursor;
  const setCursor = (next: number) => setPlace({ order, cursor: next });
  const count = rows.count ?? 0;
  const current = rows.rowAt(cursor);
  const step = (by: number) => (event: KeyboardEvent) => {
    if (count === 0) return;
    event.preventDefault();
    const next = Math.min(Math.max(cursor + by, 0), count - 1);
    if (event.shiftKey && selection) {
      const start = rangeStart ?? Math.max(cursor, 0);
      void selection.stretchTo(next, start);
      setPlace({ order, cursor: next, rangeStart: start });
    } else setCursor(next);
    const row = rows.rowAt(next);
    if (opensOnMove && row) onOpen?.(row, next);
  };
  const own = keys?.(current);
  const hotkeys = {
    j: step(1),
    k: step(-1),
    arrowdown: step(1),
    arrowup: step(-1),
    x: (event: KeyboardEvent) => {
      if (!current) return;
      setCursor(cursor);
      if (event.shiftKey) void selection?.stretchTo(cursor);
      else selection?.toggle(current, cursor);
    },
    enter: (event: KeyboardEvent) => {
      if (!current || isControl(event.target)) return;
      if (linkTo) void navigate({ to: linkTo(current) });
      else onOpen?.(current, cursor);
    },
    ...own,
    escape: (event: KeyboardEvent) => {
      if (!selection || selection.count === 0) return own?.escape?.(event);
      event.preventDefault();
      selection.clear();
    },
  };
  useHotkeys(hasKeys ? hotkeys : {}, { isInDialog });
  return { cursor, setCursor, order };
}

/** Where the open row is among the loaded rows, which may have moved since it was opened at `guess`. */
function openIndex<L extends AnyList>({ rows, idOf, openId }: StaffListProps<L>, guess: number): number {
  const isOpen = (row: RowOf<L> | undefined) => row !== undefined && idOf(row) === openId;
  if (isOpen(rows.rowAt(guess))) return guess;
  for (let index = 0; index < (rows.count ?? 0); index++) if (isOpen(rows.rowAt(index))) return index;
  return -1;
}
