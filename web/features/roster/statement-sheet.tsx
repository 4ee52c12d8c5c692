import type { ReactNode } from 'react';
import type { MonthStatement, StatementLine } from '#contract/endpoints/statements.ts';
import { NO_CREDIT } from '#contract/lists/roster.ts';
import { formatCents, sumCents } from '#contract/rules/money.ts';
import { SectionCard } from '#web/components/section-card.tsx';
import { type Column, Table } from '#web/components/table.tsx';
import { formatDay, formatMonth } from '#web/lib/formats.ts';
import { formatRate } from './roster.query.ts';

type StatementSheetProps = { statement: MonthStatement; month: string; csv: ReactNode };

const FIGURES = { revenue: 'Sales', refunds: 'Refunds', earned: 'Earned' } as const;

export function StatementSheet({ statement, month, csv }: StatementSheetProps) {
  const { number, name, photographer, lines } = statement;
  const sumOf = (figure: keyof typeof FIGURES) => sumCents(lines.map((line) => line[figure]));
  const figures = Object.keys(FIGURES) as (keyof typeof FIGURES)[];
  const columns: Column<StatementLine>[] = [
    {
      key: 'event',
      head: 'Event',
      isRowHead: true,
      className: (row) => `pl-0! text-left ${row ? 'font-normal' : ''}`,
      cell: (line) => (
        <>
          <span className="font-[650]">{line.event_name}</span>{' '}
          <span className="text-13 text-ink-2">
            {formatDay(line.event_date)}
            {line.sale_month !== month && `, correction of ${formatMonth(`${line.sale_month}-01`)}`}
          </span>
        </>
      ),
      foot: 'Total',
    },
    { key: 'rate', head: 'Rate', cell: (line) => formatRate(line.rate_basis_points) },
    ...figures.map(
      (figure): Column<StatementLine> => ({
        key: figure,
        head: FIGURES[figure],
        className: figure === 'earned' ? 'font-semibold' : '',
        cell: (line) => formatCents(line[figure]),
        foot: formatCents(sumOf(figure)),
      }),
    ),
  ];
  const intro = [
    number === null ? undefined : `Statement ${number}`,
    photographer === null && name !== null ? 'Not on the roster' : undefined,
    `${formatCents(sumOf('earned'))} earned, each sale rounded to the cent and without sales tax.`,
  ];
  return (
    <SectionCard
      title={name ?? NO_CREDIT}
      intro={intro.filter(Boolean).join('. ')}
      aside={<div className="print:hidden">{csv}</div>}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
      <section tabIndex={0} aria-label={`Lines of ${name ?? NO_CREDIT}`} className="overflow-x-auto">
        <Table
          className="min-w-[520px] text-right text-14 tabular-nums"
          headLook="text-13 text-ink-2 *:pb-1 *:pl-4 *:font-semibold"
          rowLook="border-line border-t *:py-2 *:pl-4"
          footLook="border-edge border-t font-semibold *:py-2 *:pl-4"
          rows={lines}
          keyOf={(line) => `${line.event} ${line.sale_month} ${line.rate_basis_points}`}
          columns={columns}
        />
      </section>
    </SectionCard>
  );
}
