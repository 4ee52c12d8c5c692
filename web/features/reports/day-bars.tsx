import type { SalesCharts, SalesReport } from '#contract/endpoints/reports.ts';
import { formatCents } from '#contract/rules/money.ts';
import { BarChart } from '#web/components/chart/bar-chart.tsx';
import { formatWholeDollars } from '#web/lib/dollars.ts';
import { type BarSpan, nameSpan, sumBefore, toSpans } from './bar-spans.ts';

const DOLLAR = 100;

type DayBarsProps = {
  days: SalesReport['by_day'];
  /** The days before, once they are known. */
  before: SalesCharts['before_by_day'] | undefined;
  onChoose: (span: Pick<BarSpan, 'from' | 'to'>) => void;
};

/** Shows days, or months if there are very many days. */
export function DayBars({ days, before, onChoose }: DayBarsProps) {
  const spans = toSpans(days);
  const unit = spans.length === days.length ? 'day' : 'month';
  const compared = before?.length === days.length ? sumBefore(spans, days, before) : undefined;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <BarChart
        label={`Net sales by ${unit}`}
        bars={spans.map((span, index) => ({
          key: span.from,
          name: nameSpan(span),
          value: span.net,
          before: compared?.[index],
        }))}
        format={formatCents}
        formatTick={formatWholeDollars}
        unit={DOLLAR}
        beforeLabel={compared && `The ${unit} in the period before`}
        onChoose={({ key }) => {
          const span = spans.find(({ from }) => from === key);
          if (span) onChoose(span);
        }}
        empty="No sales on these days"
      />
      <details className="text-14">
        <summary className="inline-flex min-h-11 cursor-pointer items-center font-[650] text-ink-2 hover:text-ink">
          As a table
        </summary>
        <div className="max-h-[320px] overflow-auto">
          <table className="w-full text-right tabular-nums">
            <thead className="text-13 text-ink-2">
              <tr className="*:py-1.5 *:pl-4 *:font-semibold">
                <th scope="col" className="text-left">
                  {unit === 'day' ? 'Day' : 'Month'}
                </th>
                <th scope="col">Gross</th>
                <th scope="col">Refunds</th>
                <th scope="col">Disputes</th>
                <th scope="col">Fees</th>
                <th scope="col">Net</th>
                {compared && <th scope="col">Before</th>}
              </tr>
            </thead>
            <tbody>
              {spans.map((span, index) => (
                <tr key={span.from} className="border-line border-t *:py-1.5 *:pl-4">
                  <th scope="row" className="text-left font-normal">
                    <button
                      type="button"
                      onClick={() => onChoose(span)}
                      className="underline decoration-edge underline-offset-4"
                    >
                      {nameSpan(span)}
                    </button>
                  </th>
                  <td>{formatCents(span.gross)}</td>
                  <td>{formatCents(span.refunds)}</td>
                  <td>{formatCents(span.disputes)}</td>
                  <td>{formatCents(span.fees)}</td>
                  <td className="font-semibold">{formatCents(span.net)}</td>
                  {compared && <td>{formatCents(compared[index] ?? 0)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  );
}
