import type { RefObject } from 'react';
import { inboxListEndpoints } from '#contract/endpoints/support.ts';
import type { InboxRow } from '#contract/entities/inbox-row.ts';
import { inboxList } from '#contract/lists/inbox.ts';
import { TOOLBAR_ACTION } from '#web/components/floating-toolbar.tsx';
import { BulkBar } from '#web/components/list/bulk-bar.tsx';
import { StaffList } from '#web/components/list/staff-list.tsx';
import { useQueueSelecting } from '#web/components/list/use-queue-selecting.tsx';
import { useListState } from '#web/lib/lists/use-list-state.ts';
import { useSelection } from '#web/lib/lists/use-selection.ts';
import { useServerRows } from '#web/lib/lists/use-server-rows.ts';
import { nameOfPerson } from '#web/lib/name-of-person.ts';
import { inboxPlaceSearch } from '#web/lib/search-params.ts';
import { useSearchState } from '#web/lib/use-search-state.ts';
import { INBOX_REFETCH_MS } from './inbox.query.ts';
import { InboxCard } from './inbox-card.tsx';
import { InboxHead } from './inbox-head.tsx';
import { useSetStatuses } from './use-set-statuses.ts';

const idOf = ({ id }: InboxRow) => id;

export function Inbox({ replyField }: { replyField: RefObject<HTMLTextAreaElement | null> }) {
  const { search, change } = useSearchState(inboxPlaceSearch);
  const { status, bugs, conversation: openId } = search;
  const state = useListState(inboxList, { status, bugs });
  const rows = useServerRows(state, inboxListEndpoints, { refetchMs: INBOX_REFETCH_MS });
  const selection = useSelection({ idOf, rows, max: inboxList.maxSelected, filters: state.filters });
  const { selectButton, queueProps } = useQueueSelecting(
    selection,
    ({ id }) => void change({ conversation: id }, { push: true }),
  );
  const setStatuses = useSetStatuses();
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
      else if (openId !== undefined) setStatuses.mutate({ conversations: [openId], status: 'closed' });
    },
  };
  return (
    <>
      <InboxHead state={state} rows={rows}>
        {selectButton}
      </InboxHead>
      <StaffList
        state={state}
        rows={rows}
        idOf={idOf}
        nameOf={({ customer }) => `the conversation with ${nameOfPerson(customer)}`}
        selection={selection}
        openId={openId}
        {...queueProps}
        keys={() => keys}
        rowPx={{ desk: 69, phone: 69 }}
        card={(row) => <InboxCard row={row} />}
        empty={
          <p className="flex-1 px-4 py-10 text-center text-14 text-ink-2">
            {bugs ? 'No open bug reports' : status === 'closed' ? 'No closed conversations' : 'All caught up'}
          </p>
        }
      />
      <BulkBar noun="conversation" selection={selection} rows={rows}>
        <button
          type="button"
          disabled={setStatuses.isPending}
          onClick={changeSelected}
          className={TOOLBAR_ACTION}
        >
          {otherStatus === 'closed' ? 'Close' : 'Reopen'}
        </button>
      </BulkBar>
    </>
  );
}
