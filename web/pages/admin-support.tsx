import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { MAX_CONVERSATIONS_AT_ONCE } from '#contract/endpoints/support.ts';
import { FailedState } from '#web/components/failed-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { ConversationPane } from '#web/features/support/conversation-pane.tsx';
import { inboxQuery } from '#web/features/support/inbox.query.ts';
import { InboxHead } from '#web/features/support/inbox-head.tsx';
import { InboxBulkBar, InboxPane } from '#web/features/support/inbox-pane.tsx';
import { useInboxPlace } from '#web/features/support/use-inbox-place.ts';
import { useSetStatuses } from '#web/features/support/use-set-statuses.ts';
import { changeSearch } from '#web/lib/change-search.ts';
import { useChosen } from '#web/lib/use-chosen.ts';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import { useSearchText } from '#web/lib/use-path-params.ts';

export function AdminSupportPage() {
  const place = useInboxPlace();
  const { status } = place.filter;
  const selected = Number(useSearchText('conversation'));
  const selectedId = Number.isInteger(selected) && selected > 0 ? selected : undefined;
  const inbox = useInfiniteQuery(inboxQuery(place.filter));
  const { data: rows, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = inbox;
  const replyField = useRef<HTMLTextAreaElement>(null);
  const chosen = useChosen(MAX_CONVERSATIONS_AT_ONCE);
  const ids = rows?.map((row) => row.id) ?? [];
  const chosenIds = ids.filter(chosen.has);
  const setStatuses = useSetStatuses();
  const change = (conversations: number[], to: 'open' | 'closed') => {
    if (conversations.length === 0 || setStatuses.isPending) return;
    setStatuses.mutate({ conversations, status: to }, { onSuccess: chosen.clear });
  };
  const step = useStep(ids, selectedId);
  useHotkeys({
    j: () => step(1),
    k: () => step(-1),
    r: (event) => {
      event.preventDefault();
      replyField.current?.focus();
    },
    e: () => {
      if (chosenIds.length > 0) change(chosenIds, status === 'open' ? 'closed' : 'open');
      else if (selectedId !== undefined) change([selectedId], 'closed');
    },
    x: ({ shiftKey }) => {
      if (selectedId !== undefined && ids.includes(selectedId)) chosen.touch(selectedId, ids, shiftKey);
    },
    escape: chosen.clear,
  });
  return (
    <div className="grid desk:h-[calc(100dvh-var(--header-height)-1px)] desk:grid-cols-[340px_minmax(0,1fr)]">
      {selectedId && <h1 className="sr-only desk:hidden">Support</h1>}
      <section
        aria-label="Inbox"
        className={`min-h-[calc(100dvh-var(--header-height)-1px-var(--tab-bar-height))] flex-col border-line desk:flex desk:min-h-0 desk:border-r ${selectedId ? 'hidden' : 'flex'}`}
      >
        <InboxHead place={place} />
        {error && !rows && <FailedState error={error} onRetry={() => void refetch()} />}
        {!rows && !error && <Skeleton label="Loading conversations" className="m-4 h-64" />}
        {rows && (
          <InboxPane
            place={place}
            rows={rows}
            hasMore={hasNextPage}
            onMore={() => hasNextPage && !isFetchingNextPage && void fetchNextPage()}
            selectedId={selectedId}
            chosen={chosen}
          />
        )}
        <InboxBulkBar
          count={chosenIds.length}
          status={status}
          isBusy={setStatuses.isPending}
          onChange={(to) => change(chosenIds, to)}
          onClear={chosen.clear}
        />
        <p className="hidden border-line border-t px-4 py-2.5 text-12 text-ink-3 desk:block">
          <kbd>J</kbd> <kbd>K</kbd> next and previous, <kbd>R</kbd> answer, <kbd>E</kbd> close, <kbd>X</kbd>{' '}
          select
        </p>
      </section>
      <div
        className={`min-h-0 desk:grid ${selectedId ? 'grid h-[calc(100dvh-var(--header-height)-1px-var(--tab-bar-height))] desk:h-auto' : 'hidden'}`}
      >
        {selectedId ? (
          <ConversationPane conversationId={selectedId} replyField={replyField} />
        ) : (
          <p className="place-self-center text-14 text-ink-2">Choose a conversation, or press J.</p>
        )}
      </div>
    </div>
  );
}

function useStep(ids: readonly number[], selectedId: number | undefined) {
  const navigate = useNavigate();
  return (by: 1 | -1) => {
    const place = selectedId === undefined ? -1 : ids.indexOf(selectedId);
    const next = ids[place === -1 ? 0 : Math.min(ids.length - 1, Math.max(0, place + by))];
    if (next === undefined) return;
    void navigate({ to: '.', search: changeSearch({ conversation: String(next) }), resetScroll: false });
  };
}
