import { useRef } from 'react';
import type { KeyHint } from '#web/components/keys-sheet.tsx';
import { QueuePage } from '#web/components/list/queue-page.tsx';
import { ConversationPane } from '#web/features/support/conversation-pane.tsx';
import { Inbox } from '#web/features/support/inbox.tsx';
import { inboxPlaceSearch, useSearchState } from '#web/lib/search-params.ts';
import { userCan, useUser } from '#web/lib/session.ts';

const READ_HINTS: readonly KeyHint[] = [
  { keys: ['J', 'K'], words: 'Next and previous conversation (arrow keys work too)', short: 'move' },
  { keys: ['/'], words: 'Search', short: 'find' },
];
const ANSWER_HINTS: readonly KeyHint[] = [
  { keys: ['R'], words: 'Answer the open conversation', short: 'answer' },
  { keys: ['A'], words: 'Take the selected conversations, or this one', short: 'take' },
  { keys: ['E'], words: 'Close the selected conversations, or this one', short: 'close' },
  { keys: ['X'], words: 'Select or deselect the conversation', short: 'select' },
  { keys: ['/'], words: 'Insert a canned reply in an empty answer' },
  { keys: ['Esc'], words: 'Clear the selection' },
];

export function AdminSupportPage() {
  const { conversation } = useSearchState(inboxPlaceSearch).search;
  const mayAnswer = userCan(useUser(), 'change_customers');
  const replyField = useRef<HTMLTextAreaElement>(null);
  return (
    <QueuePage
      label="Inbox"
      queue={<Inbox replyField={replyField} />}
      hints={mayAnswer ? [...READ_HINTS, ...ANSWER_HINTS] : READ_HINTS}
      nothing="Choose a conversation, or press J"
    >
      {conversation && (
        <div className="grid h-[calc(100dvh-var(--header-height)-1px-var(--tab-bar-height))] min-h-0 grid-cols-[minmax(0,1fr)] desk:h-auto">
          <h1 className="sr-only desk:hidden">Support</h1>
          <ConversationPane conversationId={conversation} replyField={replyField} />
        </div>
      )}
    </QueuePage>
  );
}
