import type { ReportMoney } from '#contract/endpoints/reports.ts';
import { formatCents } from '#contract/rules/money.ts';
import { SectionCard } from '#web/components/section-card.tsx';

export type BreakdownRow = ReportMoney & { key: string; name: string; note?: string };

type BreakdownProps = {
  title: string;
  head: string;
  rows: readonly BreakdownRow[];
  onChoose: (key: string) => void;
};

const MOST_SHOWN = 12;

/** Names with their money and a bar of their part; a click lists the rows. */
export function Breakdown({ title, head, rows, onChoose }: BreakdownProps) {
  const most = Math.max(1, ...rows.map((row) => row.net));
  return (
    <SectionCard title={title}>
      {rows.length === 0 ? (
        <p className="text-15 text-ink-2">No money moved on these days.</p>
      ) : (
        <table className="w-full text-14">
          <thead className="text-13 text-ink-2">
            <tr className="*:pb-2 *:font-semibold">
              <th scope="col" className="text-left">
                {head}
              </th>
              <th scope="col" className="hidden text-right sm:table-cell">
                Back
              </th>
              <th scope="col" className="text-right">
                Net
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, MOST_SHOWN).map((row) => (
              <tr key={row.key} className="border-line border-t *:py-2">
                <th scope="row" className="grid gap-1 text-left font-normal">
                  <button
                    type="button"
                    onClick={() => onChoose(row.key)}
                    className="min-h-8 justify-self-start text-left font-[650] underline decoration-edge underline-offset-4 hover:decoration-ink"
                  >
                    {row.name}
                  </button>
                  {row.note && <span className="text-13 text-ink-2">{row.note}</span>}
                  <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden className="h-1.5 w-full">
                    <rect width={100} height={1} className="fill-sunk" />
                    <rect width={Math.max(0, (row.net / most) * 100)} height={1} className="fill-spot" />
                  </svg>
                </th>
                <td className="hidden pl-4 text-right align-top text-ink-2 tabular-nums sm:table-cell">
                  {formatCents(row.refunds + row.disputes)}
                </td>
                <td className="pl-4 text-right align-top font-semibold tabular-nums">
                  {formatCents(row.net)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {rows.length > MOST_SHOWN && (
        <p className="text-13 text-ink-2">And {rows.length - MOST_SHOWN} more, in the export.</p>
      )}
    </SectionCard>
  );
}
