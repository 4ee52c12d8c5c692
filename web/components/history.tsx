import type { ReactNode } from 'react';
import { historyEndpoints } from '#contract/endpoints/operations.ts';
import type { AuditRecord } from '#contract/entities/user.ts';
import { actionMessage, historyList, historyTitle } from '#contract/lists/history.ts';
import type { FilterValues } from '#contract/lists/list.ts';
import { formatAge } from '#web/lib/formats.ts';
import { useListState, useServerRows } from '#web/lib/lists/list-rows.ts';
import { ListToolbar } from './list/list-toolbar.tsx';
import { StaffList } from './list/staff-list.tsx';

type HistoryProps = {
  scope: NonNullable<FilterValues<typeof historyList>['scope']>;
  /** The album or the user. */
  subject?: number;
  /** Shown while there are no changes. */
  nothing: string;
  /** Also names what was changed, where that can be several things. */
  hasSubject?: boolean;
  /** Scrolls by itself instead of with the page. */
  isPane?: boolean;
  inset?: string;
  /** Replaces the list of changed fields. */
  changes?: (entry: AuditRecord) => ReactNode;
};

type Choices = { people: { id: number; name: string }[]; actions: string[] };

/** Who changed what and when, of an album, a user or the settings. */
export function History(props: HistoryProps) {
  const {
    scope,
    subject,
    nothing,
    hasSubject = false,
    isPane = false,
    inset = '',
    changes = listChanges,
  } = props;
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
            what: Object.fromEntries(actions.map((action) => [action, actionMessage(action)])),
          }}
          fileName={subject ? `history-of-${scope}-${subject}.csv` : `${scope}-history.csv`}
          className={`py-2.5 ${inset}`}
        />
      )}
      <StaffList
        rows={rows}
        idOf={({ id }) => id}
        nameOf={historyTitle}
        hasKeys={false}
        isPane={isPane}
        className={isPane ? 'max-h-[60dvh]' : ''}
        card={(entry) => (
          <div className={`grid gap-0.5 py-2.5 text-13 ${inset}`}>
            <span className="flex justify-between gap-3">
              <b className="font-[650]">{historyTitle(entry)}</b>
              <time dateTime={entry.created_at} title={entry.created_at} className="flex-none text-ink-2">
                {formatAge(entry.created_at)}
              </time>
            </span>
            <span className="text-ink-2 empty:hidden">
              {[entry.actor_name, hasSubject && entry.subject.replace(':', ' ')].filter(Boolean).join(', ')}
            </span>
            {changes(entry)}
          </div>
        )}
        empty={empty}
      />
    </>
  );
}

type ShownChange = { label: string; before: ReactNode; after: ReactNode };

export function ChangeLine({ label, before, after }: ShownChange) {
  return (
    <span className="break-words text-ink-2">
      {label}: {before && <s>{before}</s>} {after || (before && 'none')}
    </span>
  );
}

function listChanges({ changes }: AuditRecord): ReactNode {
  return changes.map(({ field, before, after }) => (
    <ChangeLine key={field} label={field} before={before} after={after} />
  ));
}
