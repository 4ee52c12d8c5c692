import type { SalesCharts, SalesReport } from '#contract/endpoints/reports.ts';
import { formatCents } from '#contract/rules/money.ts';
import { BarChart } from '#web/components/chart/bar-chart.tsx';
import { ChartTable } from '#web/components/chart/chart-table.tsx';
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
      <ChartTable
        heads={[
          unit === 'day' ? 'Day' : 'Month',
          'Gross',
          'Refunds',
          'Disputes',
          'Fees',
          'Net',
          ...(compared ? ['Before'] : []),
        ]}
        rows={spans.map((span, index) => ({
          key: span.from,
          name: (
            <button
              type="button"
              onClick={() => onChoose(span)}
              className="underline decoration-edge underline-offset-4"
            >
              {nameSpan(span)}
            </button>
          ),
          values: [
            ...[span.gross, span.refunds, span.disputes, span.fees, span.net].map((cents) =>
              formatCents(cents),
            ),
            ...(compared ? [formatCents(compared[index] ?? 0)] : []),
          ],
        }))}
      />
    </div>
  );
}
