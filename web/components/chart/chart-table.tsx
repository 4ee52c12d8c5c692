import type { ReactNode } from 'react';
import { Table } from '#web/components/table.tsx';

type ChartRow = { key: string; name: ReactNode; values: readonly string[] };

type ChartTableProps = { heads: readonly string[]; rows: readonly ChartRow[] };

/** A chart's values for screen readers and for copying. The first heading is that of the names. */
export function ChartTable({ heads, rows }: ChartTableProps) {
  return (
    <details className="text-14 print:hidden">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-[650] text-ink-2 hover:text-ink">
        As a table
      </summary>
      <div className="max-h-[320px] overflow-auto">
        <Table
          className="text-right tabular-nums"
          headLook="text-13 text-ink-2 *:py-1.5 *:pl-4 *:font-semibold *:first:pl-0 *:first:text-left"
          rowLook="border-line border-t *:py-1.5 *:pl-4 *:first:pl-0 *:first:text-left *:first:font-normal"
          rows={rows}
          keyOf={({ key }) => key}
          columns={heads.map((head, place) => ({
            key: head,
            head,
            isRowHead: place === 0,
            cell: ({ name, values }: ChartRow) => (place === 0 ? name : values[place - 1]),
          }))}
        />
      </div>
    </details>
  );
}
