import { Download } from 'lucide-react';
import { formatCents } from '#contract/rules/money.ts';
import { Button } from '#web/components/button.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { formatDate } from '#web/lib/formats.ts';
import { saveTextFile } from '#web/lib/save-text-file.ts';
import { photographersCsv, type Statement } from './photographers.ts';

const COLUMNS = ['Frames', 'Published', 'Sold', 'Views', 'Revenue', 'Refunds', 'Commission'];
const count = (value: number) => value.toLocaleString('en-US');

function Figures({ total }: Pick<Statement, 'total'>) {
  return (
    <>
      <td>{count(total.frames)}</td>
      <td>{count(total.published)}</td>
      <td>{count(total.sold)}</td>
      <td>{count(total.views)}</td>
      <td>{formatCents(total.revenue)}</td>
      <td>{formatCents(total.refunds)}</td>
      <td className="font-semibold">{formatCents(total.commission)}</td>
    </>
  );
}

export function StatementCard({ statement }: { statement: Statement }) {
  const { name, rows, total } = statement;
  const rate = (rows[0]?.commission_rate_basis_points ?? 0) / 100;
  return (
    <SectionCard
      title={name}
      intro={`${formatCents(total.commission)} commission: ${rate} % of ${formatCents(total.revenue - total.refunds)}, rounded to cents for each event.`}
      aside={
        <Button
          kind="line"
          size="small"
          className="print:hidden"
          aria-label={`Statement of ${name} as CSV`}
          onClick={() => saveTextFile(`statement-${name}.csv`, photographersCsv(rows))}
        >
          <Download aria-hidden size={16} />
          CSV
        </Button>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
      <section tabIndex={0} aria-label={`Events of ${name}`} className="overflow-x-auto">
        <table className="w-full min-w-[720px] text-right text-14 tabular-nums">
          <thead className="text-13 text-ink-2">
            <tr className="*:pb-2 *:pl-4 *:font-semibold">
              <th scope="col" className="pl-0! text-left">
                Event
              </th>
              {COLUMNS.map((column) => (
                <th key={column} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.event} className="border-line border-t *:py-2 *:pl-4">
                <th scope="row" className="pl-0! text-left font-normal">
                  <span className="font-[650]">{row.event_name}</span>{' '}
                  <span className="text-13 whitespace-nowrap text-ink-2">{formatDate(row.event_date)}</span>
                </th>
                <Figures total={row} />
              </tr>
            ))}
          </tbody>
          {rows.length > 1 && (
            <tfoot>
              <tr className="border-edge border-t font-semibold *:py-2 *:pl-4">
                <th scope="row" className="pl-0! text-left">
                  Total
                </th>
                <Figures total={total} />
              </tr>
            </tfoot>
          )}
        </table>
      </section>
    </SectionCard>
  );
}
