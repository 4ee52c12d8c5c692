import type { SalesReport } from '#contract/endpoints/reports.ts';
import { formatCents } from '#contract/rules/money.ts';
import { type BarSpan, nameSpan, toSpans } from './bar-spans.ts';

const [WIDTH, HEIGHT, GAP] = [1000, 220, 0.25];

/** Where the bars stand: those below zero hang from the same line. */
export function layBars(days: readonly Pick<BarSpan, 'net'>[]) {
  const top = Math.max(1, ...days.map((day) => day.net));
  const bottom = Math.min(0, ...days.map((day) => day.net));
  const scale = HEIGHT / (top - bottom);
  const step = WIDTH / days.length;
  const zero = top * scale;
  const bars = days.map(({ net }, index) => ({
    x: step * (index + GAP / 2),
    y: net >= 0 ? zero - net * scale : zero,
    width: step * (1 - GAP),
    height: Math.abs(net) * scale,
    isBelow: net < 0,
  }));
  return { bars, zero, step };
}

type DayBarsProps = {
  days: SalesReport['by_day'];
  onChoose: (span: Pick<BarSpan, 'from' | 'to'>) => void;
};

/** Shows days, or months if there are very many days. */
export function DayBars({ days, onChoose }: DayBarsProps) {
  const spans = toSpans(days);
  const unit = spans.length === days.length ? 'day' : 'month';
  const { bars, zero, step } = layBars(spans);
  const [first, last] = [spans[0], spans.at(-1)];
  const best = spans.reduce((most, span) => (span.net > most.net ? span : most), spans[0] as BarSpan);
  return (
    <div className="grid gap-2">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Net sales by ${unit}; most: ${nameSpan(best)}, ${formatCents(best.net)}`}
        className="h-[180px] w-full desk:h-[220px]"
      >
        {bars.map((bar, index) => {
          const span = spans[index] as BarSpan;
          return (
            // biome-ignore lint/a11y/noStaticElementInteractions: the table below does the same with the keyboard
            <g key={span.from} onClick={() => onChoose(span)} className="group cursor-pointer">
              <title>{`${nameSpan(span)}: ${formatCents(span.net)}`}</title>
              <rect
                x={step * index}
                y={0}
                width={step}
                height={HEIGHT}
                className="fill-transparent group-hover:fill-sunk"
              />
              <rect
                x={bar.x}
                y={bar.y}
                width={bar.width}
                height={bar.height}
                className={bar.isBelow ? 'fill-bad' : 'fill-spot'}
              />
            </g>
          );
        })}
        <line
          x1={0}
          x2={WIDTH}
          y1={zero}
          y2={zero}
          className="stroke-edge"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {first && last && (
        <p aria-hidden className="flex justify-between text-12 text-ink-2 tabular-nums">
          <span>{nameSpan(first)}</span>
          {spans.length > 1 && <span>{nameSpan(last)}</span>}
        </p>
      )}
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
              </tr>
            </thead>
            <tbody>
              {spans.map((span) => (
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
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  );
}
