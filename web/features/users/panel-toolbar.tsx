import type { AnyList } from '#contract/lists/list.ts';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import type { ListRows } from '#web/lib/lists/list-rows.ts';
import type { ListState } from '#web/lib/lists/use-list-state.ts';

type PanelToolbarProps<L extends AnyList> = {
  state: ListState<L>;
  rows: ListRows<unknown>;
  fileName: string;
};

/** A list without a single row needs no search or sorting. */
export function PanelToolbar<L extends AnyList>({ state, rows, fileName }: PanelToolbarProps<L>) {
  if (!state.isFiltered && !rows.count) return null;
  return (
    <ListToolbar
      state={state}
      rows={rows}
      sorting="always"
      fileName={fileName}
      className="border-line border-b px-4 py-2.5"
    />
  );
}
