import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type PhotographerRow, reportEndpoints, type StatementPage } from '#contract/endpoints/reports.ts';
import {
  photographerName,
  STATEMENT_FIGURES,
  type Statement,
  statementRowList,
} from '#contract/lists/photographer-statements.ts';
import { formatCents } from '#contract/rules/money.ts';
import { directionOf, SortHead } from '#web/components/list/list-table.tsx';
import { ListCsvButton } from '#web/components/list/list-toolbar.tsx';
import { SectionCard } from '#web/components/section-card.tsx';
import { Table } from '#web/components/table.tsx';
import { callApi } from '#web/lib/api.ts';
import { formatCount, formatDay } from '#web/lib/formats.ts';
import { csvBlob, type ListState } from '#web/lib/lists/list-rows.ts';

const COLUMNS = ['event', ...STATEMENT_FIGURES] as const;

const MONEY: ReadonlySet<string> = new Set(['revenue', 'refunds', 'commission']);

function formatFigure(total: Statement['total'], figure: (typeof STATEMENT_FIGURES)[number]): string {
  return MONEY.has(figure) ? formatCents(total[figure]) : formatCount(total[figure]);
}

type StatementCardProps = { statement: Statement; state: ListState<typeof statementRowList> };

export function StatementCard({ statement, state }: StatementCardProps) {
  const { name, rows, total } = statement;
  const isOnRoster = rows.every(({ roster, photographer }) => roster || photographer === null);
  return (
    <SectionCard
      title={name}
      intro={`${isOnRoster ? '' : 'Not on the roster. '}${formatCents(total.commission)} commission on ${formatCents(total.revenue - total.refunds)} without sales tax. Each sale uses the rate of the day it was sold.`}
      aside={
        <div className="print:hidden">
          <ListCsvButton
            rows={{ count: rows.length, readCsv: async () => csvBlob(statementRowList.columns, rows) }}
            fileName={`statement-${name}.csv`}
            label={`Download the statement of ${name} as CSV`}
          />
        </div>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard */}
      <section tabIndex={0} aria-label={`Events of ${name}`} className="overflow-x-auto">
        <Table
          className="min-w-[720px] text-right text-14 tabular-nums"
          headLook="text-13 text-ink-2 *:pb-1 *:pl-4 *:font-semibold"
          rowLook="border-line border-t *:py-2 *:pl-4"
          footLook={rows.length > 1 ? 'border-edge border-t font-semibold *:py-2 *:pl-4' : undefined}
          rows={rows}
          keyOf={({ event, photographer }) => `${event} ${photographer}`}
          columns={COLUMNS.map((key) => ({
            key,
            isRowHead: key === 'event',
            className: (row?: PhotographerRow) =>
              key === 'event'
                ? `pl-0! text-left ${row ? 'font-normal' : ''}`
                : key === 'commission'
                  ? 'font-semibold'
                  : '',
            headCell: (
              <SortHead
                key={key}
                direction={directionOf(state.sort, key)}
                onSort={() => state.sortBy(key)}
                className={`*:min-h-11 desk:*:min-h-[34px] ${key === 'event' ? 'pl-0! text-left' : ''}`}
              >
                {statementRowList.columns[key].label}
              </SortHead>
            ),
            cell: (row: PhotographerRow) =>
              key === 'event' ? (
                <>
                  <span className="font-[650]">{row.event_name}</span>{' '}
                  <span className="text-13 whitespace-nowrap text-ink-2">
                    {formatDay(row.event_date)}
                    {row.roster &&
                      row.photographer !== row.roster.name &&
                      `, credited as ${row.photographer}`}
                  </span>
                </>
              ) : (
                formatFigure(row, key)
              ),
            foot: key === 'event' ? 'Total' : formatFigure(total, key),
          }))}
        />
      </section>
    </SectionCard>
  );
}

function sumUp(rows: readonly PhotographerRow[]): Statement['total'] {
  const sums = STATEMENT_FIGURES.map((figure) => [figure, rows.reduce((sum, row) => sum + row[figure], 0)]);
  return Object.fromEntries(sums) as Statement['total'];
}

/** One statement per photographer, by name; its rows keep their order. */
export function groupStatements(rows: readonly PhotographerRow[]): Statement[] {
  return [...Map.groupBy(rows, photographerName)]
    .map(([name, own]) => ({ name, rows: own, total: sumUp(own) }))
    .sort((a, b) => a.name.localeCompare(b.name));
}

/** The latest events come first. */
export function statementOptions(rows: readonly PhotographerRow[]) {
  const names = [...new Set(rows.map(photographerName))].sort((a, b) => a.localeCompare(b));
  const latestFirst = rows.toSorted((a, b) => b.event_date.localeCompare(a.event_date));
  const events = new Map(
    latestFirst.map(({ event, event_name, event_date }) => [
      String(event),
      `${event_name}, ${formatDay(event_date)}`,
    ]),
  );
  return { photographer: names.map((name) => [name, name] as const), event: [...events] };
}

type StatementDays = { start_date?: string; end_date?: string; time_zone: string };

/** Totals are true only with the rows of every event, so all pages are read before any is shown. */
async function readAllPages(days: StatementDays, signal: AbortSignal): Promise<PhotographerRow[]> {
  const rows: PhotographerRow[] = [];
  for (let before: number | null | undefined; before !== null; ) {
    const query = before === undefined ? days : { ...days, before };
    const page: StatementPage = await callApi(reportEndpoints.statementPages, { query, signal });
    rows.push(...page.rows);
    before = page.next;
  }
  return rows;
}

export const photographersQuery = (days: StatementDays) =>
  queryOptions({
    queryKey: ['reports', 'photographers', days],
    queryFn: ({ signal }) => readAllPages(days, signal),
    placeholderData: keepPreviousData,
  });
