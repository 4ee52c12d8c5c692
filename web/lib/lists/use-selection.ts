import { useRef, useState } from 'react';
import type { ListRows } from './list-rows.ts';

type Id = string | number;
type Chosen<Row> = { isAll: boolean; rows: ReadonlyMap<Id, Row>; except: ReadonlySet<Id> };

const NOTHING = { isAll: false, rows: new Map<Id, never>(), except: new Set<Id>() };

export type Selection<Row> = ReturnType<typeof useSelection<Row>>;

type SelectionOptions<Row> = {
  idOf: (row: Row) => Id;
  rows: ListRows<Row>;
  /** How many rows one bulk action takes. */
  max: number;
  /** "All" means every row that passes the filter, even those never loaded. */
  canSelectMatching?: boolean;
  isSelectable?: (row: Row) => boolean;
};

/** Which rows of a list are selected for a bulk action. */
export function useSelection<Row>(options: SelectionOptions<Row>) {
  const { idOf, rows, max, canSelectMatching = false, isSelectable = () => true } = options;
  const [chosen, setChosen] = useState<Chosen<Row>>(NOTHING);
  const anchor = useRef(-1);
  const add = (more: readonly Row[]) => {
    const next = new Map(chosen.isAll ? [] : chosen.rows);
    for (const row of more.filter(isSelectable)) if (next.size < max) next.set(idOf(row), row);
    setChosen({ ...NOTHING, rows: next });
  };
  const toggle = (row: Row, index: number) => {
    if (!isSelectable(row)) return;
    anchor.current = index;
    const id = idOf(row);
    if (chosen.isAll) {
      const except = new Set(chosen.except);
      if (!except.delete(id)) except.add(id);
      setChosen({ ...chosen, except });
    } else if (chosen.rows.has(id)) {
      setChosen({ ...NOTHING, rows: new Map([...chosen.rows].filter(([other]) => other !== id)) });
    } else add([row]);
  };
  const total = rows.count ?? 0;
  const count = chosen.isAll ? total - chosen.except.size : chosen.rows.size;
  return {
    max,
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
    /** Selects everything between the last row that was toggled and this one. */
    stretchTo: async (index: number, from = anchor.current) => {
      const start = from < 0 ? index : from;
      add(await rows.readRange(Math.min(start, index), Math.max(start, index)));
    },
    selectAll: async () => {
      if (canSelectMatching) setChosen({ ...NOTHING, isAll: true });
      else setChosen({ ...NOTHING, rows: pick(await rows.readRange(0, Math.min(total, max) - 1), options) });
    },
    clear: () => {
      anchor.current = -1;
      setChosen(NOTHING);
    },
  };
}

function pick<Row>(rows: readonly Row[], { idOf, max, isSelectable = () => true }: SelectionOptions<Row>) {
  return new Map(
    rows
      .filter(isSelectable)
      .slice(0, max)
      .map((row) => [idOf(row), row] as const),
  );
}
