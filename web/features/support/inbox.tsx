import { Bug } from 'lucide-react';
import type { ReactNode, RefObject } from 'react';
import { inboxListEndpoints } from '#contract/endpoints/support.ts';
import type { InboxRow } from '#contract/entities/staff-rows.ts';
import { inboxList } from '#contract/lists/inbox.ts';
import { BulkAction, BulkBar, useQueueSelecting } from '#web/components/list/bulk-bar.tsx';
import { ListToolbar } from '#web/components/list/list-toolbar.tsx';
import { QueueHead } from '#web/components/list/queue-page.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { CountBadge } from '#web/components/state-mark.tsx';
import { countOf, formatAge, nameOfPerson } from '#web/lib/formats.ts';
import { type ListRows, useListState, useServerRows } from '#web/lib/lists/list-rows.ts';
import { useSelection } from '#web/lib/lists/use-selection.ts';
import { inboxPlaceSearch, useSearchState } from '#web/lib/search-params.ts';
import { userCan, useUser } from '#web/lib/session.ts';
import { AssignMenu } from './conversation-case.tsx';
import { INBOX_REFETCH_MS, useAssign, useDesk, useSetStatuses } from './inbox.query.ts';

const idOf = ({ id }: InboxRow) => id;

export function Inbox({ replyField }: { replyField: RefObject<HTMLTextAreaElement | null> }) {
  const { search, change } = useSearchState(inboxPlaceSearch);
  const { status, bugs, conversation: openId } = search;
  const rows = useServerRows(useListState(inboxList, { status, bugs }), inboxListEndpoints, {
    refetchMs: INBOX_REFETCH_MS,
  });
  const selection = useSelection({ idOf, rows });
  const { selectButton, queueProps } = useQueueSelecting(
    selection,
    ({ id }) => void change({ conversation: id }, { push: true }),
  );
  const setStatuses = useSetStatuses();
  const user = useUser();
  const { id: me } = user;
  const mayAnswer = userCan(user, 'change_customers');
  const assign = useAssign();
  const otherStatus = status === 'closed' ? 'open' : 'closed';
  const changeSelected = () =>
    setStatuses.mutate(
      { conversations: selection.ids as number[], status: otherStatus },
      { onSuccess: selection.clear },
    );
  const keys = {
    r: (event: KeyboardEvent) => {
      event.preventDefault();
      replyField.current?.focus();
    },
    e: () => {
      if (setStatuses.isPending) return;
      if (selection.count > 0) changeSelected();
      else if (openId !== undefined) setStatuses.mutate({ conversations: [openId], status: otherStatus });
    },
    a: () => {
      const conversations = selection.count > 0 ? (selection.ids as number[]) : openId ? [openId] : [];
      if (conversations.length > 0)
        assign.mutate({ conversations, assignee: me }, { onSuccess: selection.clear });
    },
  };
  return (
    <>
      <InboxHead rows={rows}>{mayAnswer && selectButton}</InboxHead>
      <StaffList
        rows={rows}
        idOf={idOf}
        nameOf={({ customer }) => `the conversation with ${nameOfPerson(customer)}`}
        selection={mayAnswer ? selection : undefined}
        openId={openId}
        {...queueProps}
        keys={() => (mayAnswer ? keys : {})}
        rowPx={{ desk: 69, phone: 69 }}
        card={(row) => <InboxCard row={row} />}
        empty={
          <p className="flex-1 px-4 py-10 text-center text-14 text-ink-2">
            {bugs ? 'No open bug reports' : status === 'closed' ? 'No closed conversations' : 'All caught up'}
          </p>
        }
      />
      <BulkBar noun="conversation" selection={selection}>
        <BulkAction disabled={setStatuses.isPending} onClick={changeSelected}>
          {otherStatus === 'closed' ? 'Close' : 'Reopen'}
        </BulkAction>
        <AssignMenu
          conversations={selection.ids as number[]}
          className="inline-flex h-11 flex-none items-center gap-2 rounded-full px-3 hover:bg-bg/15 desk:h-9"
          trigger="Assign"
          onDone={selection.clear}
        />
      </BulkBar>
    </>
  );
}

function InboxCard({ row }: { row: InboxRow }) {
  const isUnread = row.unread > 0;
  return (
    <span className="grid grid-cols-[minmax(0,1fr)] gap-0.5 px-3 py-3">
      <span className="flex items-center gap-2">
        <b className={`min-w-0 flex-1 truncate text-14 ${isUnread ? 'font-bold' : 'font-[650]'}`}>
          {nameOfPerson(row.customer)}
        </b>
        {row.has_bug_report && <Bug aria-label="Bug report" size={15} className="flex-none text-ink-2" />}
        <time dateTime={row.last_message_at} className="flex-none text-12 text-ink-3">
          {formatAge(row.last_message_at)}
        </time>
      </span>
      <span className="flex items-center gap-2">
        <span className={`min-w-0 flex-1 truncate text-13 ${isUnread ? 'text-ink' : 'text-ink-2'}`}>
          {row.last_from === 'staff' && 'Answered: '}
          {row.last_text || 'Picture'}
        </span>
        {isUnread && <span className="sr-only">{countOf(row.unread, 'unread message')}</span>}
        <CountBadge count={row.unread} />
        {!isUnread && row.status === 'open' && row.last_from === 'customer' && (
          <span className="flex-none rounded-full bg-warn-bg px-2 text-12 font-[650] text-warn">Waiting</span>
        )}
      </span>
      {(row.assignee || row.tags.length > 0) && (
        <span className="truncate text-12 text-ink-3">
          {[row.assignee?.name, ...row.tags].filter(Boolean).join(' · ')}
        </span>
      )}
    </span>
  );
}

const TABS = [
  { label: 'Open', status: undefined, bugs: undefined },
  { label: 'Bugs', status: undefined, bugs: 'true' },
  { label: 'Closed', status: 'closed', bugs: undefined },
] as const;

type InboxHeadProps = { rows: ListRows<typeof inboxList>; children: ReactNode };

function InboxHead({ rows, children }: InboxHeadProps) {
  const { search, changed } = useSearchState(inboxPlaceSearch);
  const { id: me } = useUser();
  const { staff, tags } = useDesk();
  const colleagues = staff.filter(({ id }) => id !== me).map(({ id, name }) => [String(id), name] as const);
  const options = {
    assignee: [[String(me), 'Me'], ['nobody', 'Nobody'], ...colleagues] as const,
    tag: Object.fromEntries(tags.map((tag) => [tag, tag])),
  };
  return (
    <QueueHead
      title="Support"
      tabs={TABS.map(({ label, status, bugs }) => ({
        label,
        search: changed({ status, bugs, conversation: undefined }),
        isOpen: search.status === status && search.bugs === bugs,
      }))}
    >
      <ListToolbar rows={rows} sorting="always" isNarrow options={options}>
        {children}
      </ListToolbar>
    </QueueHead>
  );
}
