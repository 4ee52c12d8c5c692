import type { ReactNode } from 'react';
import { historyEndpoints } from '#contract/endpoints/operations.ts';
import type { AuditRecord } from '#contract/entities/user.ts';
import { historyList, historySentence, shownChanges } from '#contract/lists/history.ts';
import type { FilterValues } from '#contract/lists/list.ts';
import { actionName } from '#contract/rules/audit-actions.ts';
import { formatAge, formatDay, formatMoment } from '#web/lib/formats.ts';
import { useListState, useServerRows } from '#web/lib/lists/list-rows.ts';
import { ListToolbar } from './list/list-toolbar.tsx';
import { StaffList } from './list/staff-list.tsx';

type HistoryProps = {
  scope: NonNullable<FilterValues<typeof historyList>['scope']>;
  /** The album or the user. */
  subject?: number;
  nothing: string;
  /** Scrolls by itself instead of with the page. */
  isPane?: boolean;
  inset?: string;
  changes?: (entry: AuditRecord) => ReactNode;
};

type Choices = { people: { id: number; name: string }[]; actions: string[] };

export function History(props: HistoryProps) {
  const { scope, subject, nothing, isPane = false, inset = '', changes = listChanges } = props;
  const rows = useServerRows<typeof historyList, Choices>(
    useListState(historyList, { scope, subject }),
    historyEndpoints,
  );
  const { people = [], actions = [] } = rows.totals ?? {};
  const empty = <p className={`py-2 text-14 text-ink-2 ${inset}`}>{nothing}</p>;
  return (
    <>
      {(actions.length > 0 || rows.state.isFiltered) && (
        <ListToolbar
          rows={rows}
          options={{
            who: Object.fromEntries(people.map(({ id, name }) => [String(id), name])),
            what: Object.fromEntries(actions.map((action) => [action, actionName(action)])),
          }}
          fileName={subject ? `history-of-${scope}-${subject}.csv` : `${scope}-history.csv`}
          className={`py-2.5 ${inset}`}
        />
      )}
      <StaffList
        rows={rows}
        idOf={({ id }) => id}
        nameOf={historySentence}
        hasKeys={false}
        isPane={isPane}
        className={isPane ? 'max-h-[60dvh]' : ''}
        card={(entry) => (
          <div className={`grid gap-0.5 py-2.5 text-13 ${inset}`}>
            <span className="flex justify-between gap-3">
              <span className="min-w-0 break-words text-14">{historySentence(entry)}</span>
              <time
                dateTime={entry.created_at}
                title={formatMoment(entry.created_at)}
                className="flex-none text-ink-2"
              >
                {formatAge(entry.created_at)}
              </time>
            </span>
            {changes(entry)}
          </div>
        )}
        empty={empty}
      />
    </>
  );
}

const MOMENT = /^\d{4}-\d\d-\d\dT/;
const DAY = /^\d{4}-\d\d-\d\d$/;
const readable = (value: string) =>
  MOMENT.test(value) ? formatMoment(value) : DAY.test(value) ? formatDay(value) : value;

function listChanges(entry: AuditRecord): ReactNode {
  return shownChanges(entry).map(({ label, before, after }) => (
    <span key={label} className="break-words text-ink-2">
      {label}: {before && <s>{readable(before)}</s>} {after ? readable(after) : before && 'none'}
    </span>
  ));
}
