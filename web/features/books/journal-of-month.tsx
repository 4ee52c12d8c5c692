import { useQuery } from '@tanstack/react-query';
import { bookEndpoints, type Journal, type JournalDay, type JournalLine } from '#contract/endpoints/books.ts';
import { formatCents, sumCents } from '#contract/rules/money.ts';
import { SectionCard } from '#web/components/section-card.tsx';
import { EmptyState, Notice, QueryState, Skeleton } from '#web/components/states.tsx';
import { type Column, Table } from '#web/components/table.tsx';
import { apiQuery } from '#web/lib/api.ts';
import { countOf, formatDay, formatMonth, formatWeekday } from '#web/lib/formats.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { ExportMenu } from './export-menu.tsx';

/** The journal of a month: its sums by account, then every day. */
export function JournalOfMonth({ month }: { month: string }) {
  const query = useQuery({ ...journalQuery(month), staleTime: 0 });
  return (
    <QueryState query={query} loading={<Skeleton label="Loading the journal" className="h-96" />}>
      {(journal) => <Month journal={journal} />}
    </QueryState>
  );
}

function Month({ journal }: { journal: Journal }) {
  const { month, days, totals, days_off } = journal;
  const name = formatMonth(`${month}-01`);
  return (
    <section aria-labelledby="month" className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
      <header className="flex flex-wrap items-end justify-between gap-3">
        <div className="grid gap-1">
          <h2 id="month" className="text-22 leading-tight font-[750] tracking-[-0.02em]">
            {name}
          </h2>
          <p className="text-15 text-ink-2">
            <StateOfMonth journal={journal} />
          </p>
        </div>
        {days.length > 0 && <ExportMenu month={month} name={name} />}
      </header>
      {days_off.length > 0 && (
        <Notice tone="bad">
          Debits and credits differ on {days_off.map((day) => formatDay(day)).join(', ')}. Don’t export this
          month until the difference is found.
        </Notice>
      )}
      {days.length === 0 && (
        <EmptyState title="No money moved in this month" sentence="There’s nothing to export." />
      )}
      {days.length > 0 && (
        <SectionCard
          title="Totals"
          intro={`${countOf(days.length, 'day')} with money, summed up by account.`}
        >
          <Lines label={`Totals of ${name}`} lines={totals} />
        </SectionCard>
      )}
      {days.map((day) => (
        <Day key={day.day} day={day} />
      ))}
    </section>
  );
}

function StateOfMonth({ journal: { month, state, closed_at, closed_by } }: { journal: Journal }) {
  if (state === 'closed' && closed_at) {
    return `Closed on ${formatDay(closed_at)}${closed_by ? ` by ${closed_by}` : ''}. Every export is the same file.`;
  }
  if (state === 'running') return 'The month is still running. Export it once it is closed.';
  if (state === 'waiting') return 'Close the earlier months first.';
  return (
    <>
      Ready to close.{' '}
      <Link
        to={paths.adminStatements}
        search={{ month }}
        className="font-semibold text-ink underline decoration-edge underline-offset-4"
      >
        Close it with its statements
      </Link>
    </>
  );
}

function Day({ day: { day, lines } }: { day: JournalDay }) {
  const title = formatWeekday(day);
  return (
    <section
      aria-label={title}
      className="grid min-w-0 gap-3 rounded-sheet border border-line bg-surface p-5 desk:px-8 desk:py-6"
    >
      <h3 className="text-16 font-[650]">{title}</h3>
      <Lines label={`Journal of ${title}`} lines={lines} />
    </section>
  );
}

const amount = (cents: number) => (cents === 0 ? '' : formatCents(cents));

function Lines({ label, lines }: { label: string; lines: readonly JournalLine[] }) {
  const columns: Column<JournalLine>[] = [
    {
      key: 'account',
      head: 'Account',
      isRowHead: true,
      className: (row) => `pl-0! text-left ${row ? 'font-normal' : ''}`,
      cell: ({ number, name }) => (
        <>
          <span className="text-ink-2 tabular-nums">{number}</span> {name}
        </>
      ),
      foot: 'Total',
    },
    ...(['debit', 'credit'] as const).map(
      (side): Column<JournalLine> => ({
        key: side,
        head: side === 'debit' ? 'Debit' : 'Credit',
        className: 'whitespace-nowrap',
        cell: (line) => amount(line[side]),
        foot: formatCents(sumCents(lines.map((line) => line[side]))),
      }),
    ),
  ];
  return (
    <Table
      label={label}
      className="text-right text-14 tabular-nums"
      headLook="text-13 text-ink-2 *:pb-1 *:pl-4 *:font-semibold"
      rowLook="border-line border-t *:py-2 *:pl-4"
      footLook="border-edge border-t font-semibold *:py-2 *:pl-4"
      rows={lines}
      keyOf={({ account }) => account}
      columns={columns}
    />
  );
}

// The keys begin with "staff", so that every change by staff refreshes them.

export const journalMonthsQuery = apiQuery(['staff', 'journal-months'], bookEndpoints.listJournalMonths);
const journalQuery = (month: string) =>
  apiQuery(['staff', 'journal', month], bookEndpoints.showJournal, { params: { month } });
