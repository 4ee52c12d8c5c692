import type { MouseEvent, ReactNode } from 'react';
import type { AnyList, RowOf } from '#contract/lists/list.ts';
import { Link } from '#web/lib/navigation.tsx';
import type { StaffListProps } from './staff-list.types.ts';
import type { RowWindow } from './virtual-rows.tsx';

export type RowsProps<L extends AnyList> = StaffListProps<L> &
  RowWindow & { cursor: number; onCursor: (index: number) => void };

type OneRow<L extends AnyList> = RowsProps<L> & { row: RowOf<L>; index: number };

export function rowLook<L extends AnyList>(
  { idOf, openId, selection, cursor }: RowsProps<L>,
  row: RowOf<L> | undefined,
  index: number,
): string {
  const isOpen = row !== undefined && openId !== undefined && idOf(row) === openId;
  const isSelected = row !== undefined && (selection?.has(idOf(row)) ?? false);
  const wash = isOpen || isSelected ? 'bg-spot-wash' : index === cursor ? 'bg-sunk' : 'hover:bg-sunk';
  if (isOpen) return `${wash} shadow-[inset_3px_0_0_var(--spot)]`;
  return index === cursor ? `${wash} shadow-[inset_3px_0_0_var(--edge)]` : wash;
}

/** Lies above the opener, which reaches over the whole row. */
export function SelectBox<L extends AnyList>({ row, index, idOf, nameOf, selection, onCursor }: OneRow<L>) {
  if (!selection?.isSelectable(row)) return <span className="size-11 flex-none desk:size-9" />;
  const select = (event: MouseEvent) => {
    onCursor(index);
    if (event.shiftKey) void selection.stretchTo(index);
    else selection.toggle(row, index);
  };
  return (
    <label className="relative z-1 grid size-11 flex-none cursor-pointer place-items-center desk:size-9">
      <input
        type="checkbox"
        aria-label={`Select ${nameOf(row)}`}
        checked={selection.has(idOf(row))}
        onClick={select}
        onChange={() => undefined}
        className="size-4 accent-ink"
      />
    </label>
  );
}

const OPENER =
  'text-left after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-focus focus-visible:after:-outline-offset-2';

/** The title of the row is a button or link that reaches over the whole row. */
export function RowOpener<L extends AnyList>({
  row,
  index,
  onOpen,
  linkTo,
  onCursor,
  selection,
  className,
  children,
}: Omit<OneRow<L>, 'className'> & { className: string; children: ReactNode }) {
  if (linkTo) {
    return (
      <Link to={linkTo(row)} className={`${OPENER} ${className}`}>
        {children}
      </Link>
    );
  }
  if (!onOpen) return children;
  const open = (event: MouseEvent) => {
    onCursor(index);
    if (event.shiftKey && selection) void selection.stretchTo(index);
    else onOpen(row, index);
  };
  return (
    <button type="button" onClick={open} className={`${OPENER} ${className}`}>
      {children}
    </button>
  );
}
