import type { ReactNode } from 'react';
import type { AnyList, RowOf } from '#contract/lists/list.ts';
import type { ListRows } from '#web/lib/lists/list-rows.ts';
import type { ListState } from '#web/lib/lists/use-list-state.ts';
import type { Selection } from '#web/lib/lists/use-selection.ts';
import type { Hotkeys } from '#web/lib/use-hotkeys.ts';

export type ListCell<Row> = {
  cell: (row: Row) => ReactNode;
  /** CSS width of the column; columns without one share the rest. */
  width?: string;
  className?: string;
};

export type StaffListProps<L extends AnyList> = {
  state: ListState<L>;
  rows: ListRows<RowOf<L>>;
  idOf: (row: RowOf<L>) => string | number;
  /** Names the row for screen readers: "Select NAME". */
  nameOf: (row: RowOf<L>) => string;
  /** Cells of the table. Columns without a cell show their value; without this, the list shows cards on a desk too. */
  cells?: { [K in keyof L['columns']]?: ListCell<RowOf<L>> };
  /** A column that says the same in every row of this page. */
  without?: keyof L['columns'] & string;
  /** The column that opens the row when it is pressed. */
  titleColumn?: keyof L['columns'] & string;
  /** A row on a phone. */
  card: (row: RowOf<L>) => ReactNode;
  rowPx?: { desk: number; phone: number };
  selection?: Selection<RowOf<L>> | undefined;
  /** On a phone the boxes can wait until someone wants to select. */
  isSelecting?: boolean;
  onOpen?: (row: RowOf<L>, index: number) => void;
  /** Makes the title a link, for rows that open a page of their own. */
  linkTo?: (row: RowOf<L>) => string;
  openId?: string | number | undefined;
  /** Moving the cursor opens the row: for lists that show it beside them. */
  opensOnMove?: boolean;
  /** Further keys, for the row under the cursor. */
  keys?: (row: RowOf<L> | undefined) => Hotkeys;
  /** Off for a list that shares its page with another one. */
  hasKeys?: boolean;
  isInDialog?: boolean;
  isPane?: boolean;
  minWidth?: string;
  className?: string;
  /** Shown where there is nothing even without a filter. */
  empty: ReactNode;
};
