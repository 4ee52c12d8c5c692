import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, Lock, Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  type MonthStatement,
  type MonthWithStatements,
  type StatementLine,
  type StatementMonth,
  statementEndpoints,
} from '#contract/endpoints/statements.ts';
import { NO_CREDIT, statementFile } from '#contract/lists/roster.ts';
import { formatCents, sumCents } from '#contract/rules/money.ts';
import { Button } from '#web/components/button.tsx';
import { useConfirmed } from '#web/components/confirm-dialog.tsx';
import { ListCsvButton } from '#web/components/list/list-toolbar.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { EmptyState, Notice, QueryState, Skeleton } from '#web/components/states.tsx';
import { type Column, Table } from '#web/components/table.tsx';
import { callApi } from '#web/lib/api.ts';
import { saveFile } from '#web/lib/files.ts';
import { countOf, formatDay, formatMonth } from '#web/lib/formats.ts';
import { csvBlob } from '#web/lib/lists/list-rows.ts';
import { userCan, useUser } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { useStaffAction } from '#web/lib/use-staff-action.ts';
import { formatRate, monthQuery } from './roster.query.ts';

export const nameOfMonth = (month: string) => formatMonth(`${month}-01`);

type MonthStatementsProps = { month: string; onClosed: () => void };

/** Everyone's earnings in a month, and the button that closes it. */
export function MonthStatements({ month, onClosed }: MonthStatementsProps) {
  const query = useQuery({ ...monthQuery(month), staleTime: 0 });
  return (
    <QueryState query={query} loading={<Skeleton label="Loading statements" className="h-96" />}>
      {(loaded) => <Month month={loaded} onClosed={onClosed} />}
    </QueryState>
  );
}

const isUnknown = ({ photographer, payee, name }: MonthStatement) =>
  photographer === null && payee === null && name !== null;

const fileRows = (month: string, list: readonly MonthStatement[]) =>
  list.flatMap(({ number, name, lines }) => lines.map((line) => ({ ...line, number, name, month })));

function Month({ month, onClosed }: { month: MonthWithStatements; onClosed: () => void }) {
  const { list } = month;
  const earned = sumCents(list.flatMap(({ lines }) => lines.map((line) => line.earned)));
  const unknown = list.filter(isUnknown);
  return (
    <section aria-labelledby="month" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <h2 id="month" className="text-22 leading-tight font-[750] tracking-[-0.02em]">
            {nameOfMonth(month.month)}
          </h2>
          <p className="text-15 text-ink-2">{sentenceOf(month, earned)}</p>
        </div>
        <div className="flex flex-wrap gap-2 print:hidden">
          {list.length > 0 && (
            <>
              <ListCsvButton
                rows={{
                  count: list.length,
                  readCsv: async () => csvBlob(statementFile.columns, fileRows(month.month, list)),
                }}
                fileName={`statements-${month.month}.csv`}
                label={`Download ${nameOfMonth(month.month)} as CSV`}
              />
              <Button icon={Printer} kind="line" size="small" onClick={() => window.print()}>
                Print
              </Button>
            </>
          )}
          {month.state === 'due' && <CloseMonth month={month} unknown={unknown.length} onClosed={onClosed} />}
        </div>
      </header>
      {month.state !== 'closed' && unknown.length > 0 && (
        <Notice tone="info">
          Not on the roster: {unknown.map(({ name }) => name).join(', ')}. Add or link these credits on their
          event before you close the month.
        </Notice>
      )}
      {list.length === 0 && (
        <EmptyState title="No sales in this month" sentence="There’s nothing to pay out." />
      )}
      {list.map((statement) => (
        <StatementSheet
          key={`${statement.photographer} ${statement.payee} ${statement.name}`}
          statement={statement}
          month={month.month}
          files={
            <>
              <ListCsvButton
                rows={{
                  count: statement.lines.length,
                  readCsv: async () => csvBlob(statementFile.columns, fileRows(month.month, [statement])),
                }}
                fileName={`statement-${month.month}-${statement.name ?? NO_CREDIT}.csv`}
                label={`Download the statement of ${statement.name ?? NO_CREDIT} as CSV`}
              />
              {statement.number !== null && <PdfButton statement={statement} month={month.month} />}
            </>
          }
        />
      ))}
    </section>
  );
}

function sentenceOf({ state, closed_at, closed_by, list }: MonthWithStatements, earned: number): string {
  const sum = `${countOf(list.length, 'statement')}, ${formatCents(earned)} earned.`;
  if (state === 'closed' && closed_at) {
    return `${sum} Closed on ${formatDay(closed_at)}${closed_by ? ` by ${closed_by}` : ''}.`;
  }
  if (state === 'running') return `${sum} The month is still running.`;
  return state === 'waiting' ? `${sum} Close the earlier months first.` : `${sum} Ready to close.`;
}

type CloseMonthProps = { month: StatementMonth; unknown: number; onClosed: () => void };

function CloseMonth({ month, unknown, onClosed }: CloseMonthProps) {
  const me = useUser();
  const name = nameOfMonth(month.month);
  const close = useStaffAction(
    () => callApi(statementEndpoints.closeMonth, { params: { month: month.month } }),
    () => {
      toast(`${name} is closed`);
      onClosed();
    },
  );
  const strangers = unknown > 0 ? ` ${countOf(unknown, 'credit is', 'credits are')} not on the roster.` : '';
  const { ask, question } = useConfirmed(close, () => ({
    title: `Close ${name}?`,
    sentence: `Its statements get their numbers and never change again. Later refunds show up in the next month.${strangers} This cannot be undone.`,
    confirmLabel: 'Close month',
  }));
  if (!userCan(me, 'payouts')) return null;
  return (
    <>
      <Button icon={Lock} size="small" onClick={() => ask()}>
        Close {name}
      </Button>
      {question}
    </>
  );
}

function PdfButton({ statement: { number, name }, month }: { statement: MonthStatement; month: string }) {
  const save = useMutation({
    mutationFn: () =>
      callApi(statementEndpoints.statementPdf, { params: { number: String(number) } }) as Promise<Blob>,
    onSuccess: (file) => saveFile(`statement-${number}-${month}.pdf`, file),
    onError: toast.failure,
  });
  return (
    <Button
      kind="line"
      size="small"
      icon={Download}
      aria-label={`Download the statement of ${name ?? NO_CREDIT} as PDF`}
      isBusy={save.isPending}
      onClick={() => save.mutate()}
    >
      PDF
    </Button>
  );
}

type StatementSheetProps = { statement: MonthStatement; month: string; files: ReactNode };

const FIGURES = { revenue: 'Sales', refunds: 'Refunds', fees: 'Card fees', earned: 'Earned' } as const;

function StatementSheet({ statement, month, files }: StatementSheetProps) {
  const { number, name, lines } = statement;
  const sumOf = (figure: keyof typeof FIGURES) => sumCents(lines.map((line) => line[figure]));
  const hasFees = lines.some(({ fees }) => fees !== 0);
  const figures = (Object.keys(FIGURES) as (keyof typeof FIGURES)[]).filter(
    (figure) => figure !== 'fees' || hasFees,
  );
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
            {line.sale_month !== month && `, correction of ${nameOfMonth(line.sale_month)}`}
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
    isUnknown(statement) ? 'Not on the roster' : undefined,
    `${formatCents(sumOf('earned'))} earned, each sale rounded to the cent and without sales tax.`,
  ];
  return (
    <SectionCard
      title={name ?? NO_CREDIT}
      intro={intro.filter(Boolean).join('. ')}
      aside={<div className="flex gap-2 print:hidden">{files}</div>}
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
