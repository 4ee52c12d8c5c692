import { useRef } from 'react';
import { ConversationPane } from '#web/features/support/conversation-pane.tsx';
import { Inbox } from '#web/features/support/inbox.tsx';
import { inboxPlaceSearch, useSearchState } from '#web/lib/search-params.ts';

export function AdminSupportPage() {
  const { conversation } = useSearchState(inboxPlaceSearch).search;
  const replyField = useRef<HTMLTextAreaElement>(null);
  return (
    <div className="grid desk:h-[calc(100dvh-var(--header-height)-1px)] desk:grid-cols-[340px_minmax(0,1fr)]">
      {conversation && <h1 className="sr-only desk:hidden">Support</h1>}
      <section
        aria-label="Inbox"
        className={`min-h-[calc(100dvh-var(--header-height)-1px-var(--tab-bar-height))] flex-col border-line desk:flex desk:min-h-0 desk:border-r ${conversation ? 'hidden' : 'flex'}`}
      >
        <Inbox replyField={replyField} />
        <p className="hidden border-line border-t px-4 py-2.5 text-12 text-ink-3 desk:block">
          <kbd>J</kbd> <kbd>K</kbd> next and previous, <kbd>R</kbd> answer, <kbd>A</kbd> take it, <kbd>E</kbd>{' '}
          close, <kbd>X</kbd> select
        </p>
      </section>
      <div
        className={`min-h-0 desk:grid ${conversation ? 'grid h-[calc(100dvh-var(--header-height)-1px-var(--tab-bar-height))] desk:h-auto' : 'hidden'}`}
      >
        {conversation ? (
          <ConversationPane conversationId={conversation} replyField={replyField} />
        ) : (
          <p className="place-self-center text-14 text-ink-2">Choose a conversation, or press J</p>
        )}
      </div>
    </div>
  );
}
