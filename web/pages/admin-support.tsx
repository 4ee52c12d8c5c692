import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { FailedState } from '#web/components/failed-state.tsx';
import { Skeleton } from '#web/components/skeleton.tsx';
import { ConversationPane } from '#web/features/support/conversation-pane.tsx';
import { type InboxFilter, inboxQuery } from '#web/features/support/inbox.query.ts';
import { InboxList } from '#web/features/support/inbox-list.tsx';
import { useSetStatus } from '#web/features/support/use-answer.ts';
import { changeSearch } from '#web/lib/change-search.ts';
import { useHotkeys } from '#web/lib/use-hotkeys.ts';
import { useSearchText } from '#web/lib/use-path-params.ts';

const FILTERS = [
  { label: 'Open', search: { status: undefined, bugs: undefined } },
  { label: 'Bugs', search: { status: undefined, bugs: 'true' } },
  { label: 'Closed', search: { status: 'closed', bugs: undefined } },
] as const;

export function AdminSupportPage() {
  const filter = useInboxFilter();
  const selected = Number(useSearchText('conversation'));
  const selectedId = Number.isInteger(selected) && selected > 0 ? selected : undefined;
  const { data: rows, error, refetch } = useQuery(inboxQuery(filter));
  const replyField = useRef<HTMLTextAreaElement>(null);
  useInboxKeys(rows?.map((row) => row.id) ?? [], selectedId, () => replyField.current?.focus());
  return (
    <div className="grid desk:h-[calc(100dvh-var(--header-height)-1px)] desk:grid-cols-[320px_minmax(0,1fr)]">
      {selectedId && <h1 className="sr-only desk:hidden">Support</h1>}
      <section
        aria-label="Inbox"
        className={`min-h-0 flex-col border-line desk:flex desk:border-r ${selectedId ? 'hidden' : 'flex'}`}
      >
        <header className="grid gap-2 border-line border-b px-4 pt-4 pb-2">
          <h1 tabIndex={-1} className="text-22 font-extrabold tracking-[-0.03em]">
            Support
          </h1>
          <nav aria-label="Filter" className="-mx-2 flex gap-0.5">
            {FILTERS.map(({ label, search }) => (
              <Link
                key={label}
                to="."
                search={changeSearch({ ...search, conversation: undefined })}
                aria-current={isChosen(filter, search) ? 'true' : undefined}
                className="grid min-h-11 place-items-center rounded-full px-3 text-14 font-semibold text-ink-2 hover:text-ink aria-[current]:bg-sunk aria-[current]:text-ink desk:min-h-9"
              >
                {label}
              </Link>
            ))}
          </nav>
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto">
          {error && !rows && <FailedState error={error} onRetry={() => void refetch()} />}
          {!rows && !error && <Skeleton label="Loading conversations" className="m-4 h-64" />}
          {rows && rows.length > 0 && <InboxList rows={rows} selectedId={selectedId} />}
          {rows?.length === 0 && (
            <p className="px-4 py-10 text-center text-14 text-ink-2">{emptyWords(filter)}</p>
          )}
        </div>
        <p className="hidden border-line border-t px-4 py-2.5 text-12 text-ink-3 desk:block">
          <kbd>J</kbd> <kbd>K</kbd> next and previous, <kbd>R</kbd> answer, <kbd>E</kbd> close
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

function useInboxFilter(): InboxFilter {
  const status = useSearchText('status') === 'closed' ? 'closed' : 'open';
  return { status, bugs: useSearchText('bugs') === 'true' };
}

function isChosen(filter: InboxFilter, search: (typeof FILTERS)[number]['search']): boolean {
  return (
    (filter.status === 'closed') === (search.status === 'closed') && filter.bugs === (search.bugs === 'true')
  );
}

function emptyWords({ status, bugs }: InboxFilter): string {
  if (bugs) return 'No open bug reports.';
  return status === 'closed' ? 'Nothing has been closed yet.' : 'Nobody is waiting. Well done.';
}

function useInboxKeys(ids: readonly number[], selectedId: number | undefined, focusReply: () => void): void {
  const navigate = useNavigate();
  const setStatus = useSetStatus();
  const step = (by: 1 | -1) => {
    const place = selectedId === undefined ? -1 : ids.indexOf(selectedId);
    const next = ids[place === -1 ? 0 : Math.min(ids.length - 1, Math.max(0, place + by))];
    if (next === undefined) return;
    void navigate({ to: '.', search: changeSearch({ conversation: String(next) }), resetScroll: false });
  };
  useHotkeys({
    j: () => step(1),
    k: () => step(-1),
    r: (event) => {
      event.preventDefault();
      focusReply();
    },
    e: () => selectedId !== undefined && setStatus.mutate({ id: selectedId, status: 'closed' }),
  });
}
