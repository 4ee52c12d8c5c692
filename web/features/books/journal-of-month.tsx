import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { bookEndpoints, type Journal, type JournalDay, type JournalLine } from '#contract/endpoints/books.ts';
import { JOURNAL_FORMATS, type JournalFormat } from '#contract/rules/books.ts';
import { formatCents, sumCents } from '#contract/rules/money.ts';
import { buttonStyle, Spinner } from '#web/components/button.tsx';
import { PopupItem, PopupMenu } from '#web/components/popup-menu.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { EmptyState, Notice, QueryState, Skeleton } from '#web/components/states.tsx';
import { type Column, Table } from '#web/components/table.tsx';
import { callApi } from '#web/lib/api.ts';
import { saveFile } from '#web/lib/files.ts';
import { countOf, formatDay, formatMonth, formatWeekday } from '#web/lib/formats.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { toast } from '#web/lib/toast.ts';
import { journalQuery } from './journal.query.ts';

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
        <EmptyState title="No money moved in this month" sentence="There is nothing to book." />
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

const lastDayOf = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10);

function ExportMenu({ month, name }: { month: string; name: string }) {
  const save = useMutation({
    mutationFn: (format: JournalFormat) =>
      callApi(bookEndpoints.exportJournal, {
        query: { format, start_date: `${month}-01`, end_date: lastDayOf(month) },
      }) as Promise<Blob>,
    onSuccess: (file, format) => saveFile(`journal-${month}-${format}.csv`, file),
    onError: toast.failure,
  });
  return (
    <div className="print:hidden">
      <PopupMenu
        label={`Export ${name}`}
        className={buttonStyle('line', 'small')}
        trigger={
          <>
            {save.isPending ? <Spinner /> : <Download size={17} strokeWidth={1.8} />}
            Export
          </>
        }
      >
        {(Object.entries(JOURNAL_FORMATS) as [JournalFormat, string][]).map(([format, label]) => (
          <PopupItem key={format} disabled={save.isPending} onClick={() => save.mutate(format)}>
            {label}
          </PopupItem>
        ))}
      </PopupMenu>
    </div>
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
