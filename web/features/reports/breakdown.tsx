import type { ReportMoney } from '#contract/endpoints/reports.ts';
import { formatCents } from '#contract/rules/money.ts';
import { CsvButton } from '#web/components/csv-button.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { type RowFrame, VirtualTable } from '#web/components/virtual-table.tsx';
import { type Columns, type Sort, sortRows } from '#web/lib/list-sort.ts';
import { useListSort } from '#web/lib/use-list-sort.ts';
import { moneyCsv } from './report-csv.ts';
import { ReportHeads } from './report-heads.tsx';

export type BreakdownRow = ReportMoney & { key: string; name: string; note?: string };

type BreakdownProps = {
  title: string;
  head: string;
  /** Its order is in the address under this name. */
  sortName: string;
  fileName: string;
  rows: readonly BreakdownRow[];
  onChoose: (key: string) => void;
};

const COLUMNS = {
  name: { label: 'Name', of: (row) => row.name },
  gross: { label: 'Gross', of: (row) => row.gross, beginsDown: true },
  back: { label: 'Back', of: (row) => row.refunds + row.disputes, beginsDown: true },
  net: { label: 'Net', of: (row) => row.net, beginsDown: true },
} as const satisfies Columns<BreakdownRow, string>;
type Column = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as Column[];
const MOST_NET: Sort<Column> = { column: 'net', isDown: true };
/** On a phone the name and what remains need the room. */
const LOOKS: Record<Column, string> = {
  name: 'text-left',
  gross: 'hidden pl-4 text-right sm:table-cell',
  back: 'hidden pl-4 text-right sm:table-cell',
  net: 'pl-4 text-right',
};

/** Names with their money and a bar of their part; a click lists the rows. */
export function Breakdown({ title, head, sortName, fileName, rows, onChoose }: BreakdownProps) {
  const { sort, sortBy } = useListSort(COLUMNS, MOST_NET, sortName);
  const sorted = sortRows(rows, COLUMNS, sort);
  const most = Math.max(1, ...rows.map((row) => row.net));
  return (
    <SectionCard
      title={rows.length > 12 ? `${title} (${rows.length})` : title}
      aside={
        rows.length > 0 && (
          <CsvButton
            fileName={fileName}
            label={`${title} as CSV`}
            makeCsv={() => moneyCsv(head.toLowerCase(), sorted)}
          />
        )
      }
    >
      {rows.length === 0 ? (
        <p className="text-15 text-ink-2">No money moved on these days.</p>
      ) : (
        <VirtualTable
          label={title}
          columns={NAMES.length}
          rows={sorted}
          keyOf={(row) => row.key}
          rowPx={66}
          className="-mx-2 max-h-[600px] px-2"
          tableClassName="border-separate border-spacing-0 text-14"
          head={
            <ReportHeads
              labels={{ ...COLUMNS, name: { label: head } }}
              sort={sort}
              sortBy={sortBy}
              lookOf={(column) => LOOKS[column]}
            />
          }
        >
          {(row, frame) => <Part key={row.key} row={row} frame={frame} most={most} onChoose={onChoose} />}
        </VirtualTable>
      )}
    </SectionCard>
  );
}

type PartProps = { row: BreakdownRow; frame: RowFrame; most: number; onChoose: (key: string) => void };

function Part({ row, frame, most, onChoose }: PartProps) {
  return (
    <tr {...frame} className="*:border-line *:border-t *:py-2">
      <th scope="row" className="grid gap-1 text-left font-normal">
        <button
          type="button"
          onClick={() => onChoose(row.key)}
          className="min-h-11 justify-self-start text-left font-[650] underline decoration-edge underline-offset-4 hover:decoration-ink desk:min-h-8"
        >
          {row.name}
        </button>
        {row.note && <span className="text-13 text-ink-2">{row.note}</span>}
        <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden className="h-1.5 w-full">
          <rect width={100} height={1} className="fill-sunk" />
          <rect width={Math.max(0, (row.net / most) * 100)} height={1} className="fill-spot" />
        </svg>
      </th>
      <td className={`align-top leading-11 text-ink-2 tabular-nums desk:leading-8 ${LOOKS.gross}`}>
        {formatCents(row.gross)}
      </td>
      <td className={`align-top leading-11 text-ink-2 tabular-nums desk:leading-8 ${LOOKS.back}`}>
        {formatCents(row.refunds + row.disputes)}
      </td>
      <td className={`align-top leading-11 font-semibold tabular-nums desk:leading-8 ${LOOKS.net}`}>
        {formatCents(row.net)}
      </td>
    </tr>
  );
}
