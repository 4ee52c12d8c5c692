import { useRef, useState } from 'react';
import { toast } from '#web/lib/toast.ts';

type Id = string | number;
type Rows<Row> = ReadonlyMap<Id, Row>;
type Chosen<Row> = {
  /** Identifies the filters that the selection was made with. */
  filterKey: string;
  isAll: boolean;
  rows: Rows<Row>;
  /** Rows left out while everything is selected. */
  except: ReadonlySet<Id>;
};

export type Selection<Row> = ReturnType<typeof useSelection<Row>>;

type SelectionOptions<Row> = {
  idOf: (row: Row) => Id;
  rows: {
    count: number | undefined;
    readRange: (first: number, last: number) => Promise<Row[]>;
    /** Set where the list is whole in the browser. */
    rows?: readonly Row[];
    state?: { list: { maxSelected?: number }; filters: object };
  };
  /** The largest bulk action, by default that of the list. */
  max?: number;
  /** "All" means every row that passes the filter, even those never loaded. */
  canSelectMatching?: boolean;
  /** The selection is dropped when these change, by default the filters of the list. */
  filters?: object;
  isSelectable?: (row: Row) => boolean;
};

/** Rows that have left a list that is whole in the browser are no longer selected. */
function withoutGone<Row>(chosen: Chosen<Row>, { rows, idOf }: SelectionOptions<Row>): Chosen<Row> {
  if (!rows.rows || chosen.rows.size === 0) return chosen;
  const present = rows.rows.filter((row) => chosen.rows.has(idOf(row)));
  return { ...chosen, rows: new Map(present.map((row) => [idOf(row), row])) };
}

export function useSelection<Row>(options: SelectionOptions<Row>) {
  const { idOf, rows, canSelectMatching = false, isSelectable = () => true } = options;
  const max = options.max ?? rows.state?.list.maxSelected ?? 0;
  const filterKey = JSON.stringify(options.filters ?? rows.state?.filters ?? {});
  const nothing: Chosen<Row> = { filterKey, isAll: false, rows: new Map(), except: new Set() };
  const [kept, setKept] = useState(nothing);
  const chosen = kept.filterKey === filterKey ? withoutGone(kept, options) : nothing;
  const anchor = useRef(-1);
  /** The selection before the current range, so that a range can shrink again. */
  const range = useRef<{ start: number; before: Rows<Row> }>(undefined);
  const select = (wanted: Rows<Row>) => {
    if (wanted.size > max) {
      const advice = canSelectMatching ? '. Filter the list, then select all of it' : '';
      toast.error(`You can select up to ${max} at a time${advice}`, { id: 'selection-limit' });
    }
    setKept({ ...nothing, rows: wanted.size > max ? new Map([...wanted].slice(0, max)) : wanted });
  };
  const toggle = (row: Row, index: number) => {
    if (!isSelectable(row)) return;
    anchor.current = index;
    range.current = undefined;
    const id = idOf(row);
    if (chosen.isAll) {
      const except = new Set(chosen.except);
      if (!except.delete(id)) except.add(id);
      if (except.size <= max) setKept({ ...chosen, except });
    } else if (chosen.rows.has(id)) {
      setKept({ ...nothing, rows: new Map([...chosen.rows].filter(([other]) => other !== id)) });
    } else select(new Map([...chosen.rows, [id, row]]));
  };
  const byId = (more: readonly Row[]): Rows<Row> =>
    new Map(more.filter(isSelectable).map((row) => [idOf(row), row]));
  const readRows = async (first: number, last: number) => byId(await rows.readRange(first, last));
  const total = rows.count ?? 0;
  const count = chosen.isAll ? Math.max(0, total - chosen.except.size) : chosen.rows.size;
  return {
    max,
    canSelectMatching,
    total,
    count,
    /** For bulk actions on every row that passes the filter. */
    isAll: chosen.isAll,
    except: [...chosen.except],
    ids: [...chosen.rows.keys()],
    rows: [...chosen.rows.values()],
    has: (id: Id) => (chosen.isAll ? !chosen.except.has(id) : chosen.rows.has(id)),
    isSelectable,
    isEverything: count > 0 && count === total,
    toggle,
    /** Selects everything between `from`, by default the last row that was toggled, and this row. */
    stretchTo: async (index: number, from = anchor.current) => {
      const start = from < 0 ? index : from;
      const first = Math.min(start, index);
      // One row more than `max` is enough to tell that the range is too long.
      const between = await readRows(first, Math.min(Math.max(start, index), first + max));
      if (chosen.isAll) {
        setKept({ ...chosen, except: new Set([...chosen.except].filter((id) => !between.has(id))) });
        return;
      }
      if (range.current?.start !== start) range.current = { start, before: chosen.rows };
      select(new Map([...range.current.before, ...between]));
    },
    selectAll: async () => {
      range.current = undefined;
      if (canSelectMatching) setKept({ ...nothing, isAll: true });
      else setKept({ ...nothing, rows: await readRows(0, Math.min(total, max) - 1) });
    },
    clear: () => {
      anchor.current = -1;
      range.current = undefined;
      setKept(nothing);
    },
  };
}
