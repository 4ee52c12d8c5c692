import type { ReactNode } from 'react';

type ChartRow = { key: string; name: ReactNode; values: readonly string[] };

type ChartTableProps = { heads: readonly string[]; rows: readonly ChartRow[] };

/** The same values as a chart, for screen readers and for copying. The first head is that of the names. */
export function ChartTable({ heads, rows }: ChartTableProps) {
  return (
    <details className="text-14 print:hidden">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-[650] text-ink-2 hover:text-ink">
        As a table
      </summary>
      <div className="max-h-[320px] overflow-auto">
        <table className="w-full text-right tabular-nums">
          <thead className="text-13 text-ink-2">
            <tr className="*:py-1.5 *:pl-4 *:font-semibold *:first:pl-0 *:first:text-left">
              {heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, values }) => (
              <tr key={key} className="border-line border-t *:py-1.5 *:pl-4 *:first:pl-0">
                <th scope="row" className="text-left font-normal">
                  {name}
                </th>
                {values.map((value, place) => (
                  <td key={heads[place + 1]}>{value}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
