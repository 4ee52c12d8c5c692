import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useState } from 'react';
import type { ResponseOf } from '#contract/endpoint.ts';
import { supportEndpoints } from '#contract/endpoints/support.ts';
import { ORDER_STATE_NAMES } from '#contract/lists/users.ts';
import { formatCents } from '#contract/rules/money.ts';
import { buttonStyle } from '#web/components/button.tsx';
import { StaffButton } from '#web/components/staff-button.tsx';
import { FailedState, Skeleton } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { countOf, formatDay, nameOfPerson } from '#web/lib/formats.ts';
import { Link, paths } from '#web/lib/navigation.tsx';
import { inboxPlaceSearch, useSearchState } from '#web/lib/search-params.ts';
import { userCan, useUser } from '#web/lib/session.ts';
import { toast } from '#web/lib/toast.ts';
import { fillReply, RepliesMenu, unfilledIn } from './canned-replies.tsx';
import { Composer } from './composer.tsx';
import { ConversationCase } from './conversation-case.tsx';
import { conversationQuery, refreshInbox, sendAnswer, useDesk, useSetStatuses } from './inbox.query.ts';
import { MessageList } from './message-list.tsx';
import { type Outgoing, useOutgoing } from './my-conversation.ts';

type ReplyField = RefObject<HTMLTextAreaElement | null>;
type ConversationPaneProps = { conversationId: number; replyField: ReplyField };

export function ConversationPane({ conversationId, replyField }: ConversationPaneProps) {
  const { data, error, refetch } = useQuery(conversationQuery(conversationId));
  useMarkConversationRead(data);
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton label="Loading conversation" className="m-4 h-96" />;
  return (
    <div className="grid min-h-0 wide:grid-cols-[minmax(0,1fr)_272px]">
      <Messages key={data.id} conversation={data} replyField={replyField} />
      <aside
        aria-label="Customer"
        className="hidden min-h-0 overflow-y-auto border-line border-l p-4 wide:block"
      >
        <CustomerRecord conversation={data} />
      </aside>
    </div>
  );
}

function Messages({ conversation, replyField }: { conversation: FullConversation; replyField: ReplyField }) {
  const { id, customer, status, messages } = conversation;
  const { changed } = useSearchState(inboxPlaceSearch);
  const outgoing = useOutgoing(id);
  const answer = (message: Outgoing) => void sendAnswer(id, message);
  const setStatus = useSetStatuses();
  const isOpen = status === 'open';
  const mayAnswer = userCan(useUser(), 'change_customers');
  return (
    <section aria-label={`Conversation with ${nameOfPerson(customer)}`} className="flex min-h-0 flex-col">
      <header className="flex items-center gap-2 border-line border-b px-2 py-2 desk:px-4">
        <Link
          to="."
          search={changed({ conversation: undefined })}
          aria-label="All conversations"
          className={`${buttonStyle('ghost', 'icon')} desk:hidden`}
        >
          <ArrowLeft size={22} strokeWidth={1.8} />
        </Link>
        <div className="grid min-w-0 flex-1">
          <h2 className="truncate text-16 font-[750] tracking-[-0.02em]">{nameOfPerson(customer)}</h2>
          <p className="truncate text-13 text-ink-2">{customer.email || 'No email address'}</p>
        </div>
        <StaffButton
          kind="line"
          size="small"
          isBusy={setStatus.isPending}
          onClick={() => setStatus.mutate({ conversations: [id], status: isOpen ? 'closed' : 'open' })}
        >
          {isOpen ? 'Close' : 'Reopen'}
        </StaffButton>
      </header>
      {mayAnswer && <ConversationCase conversation={conversation} />}
      <details className="border-line border-b px-4 py-2 wide:hidden">
        <summary className="min-h-8 cursor-pointer content-center text-14 font-[650]">
          Albums and orders
        </summary>
        <div className="max-h-64 overflow-y-auto py-3">
          <CustomerRecord conversation={conversation} />
        </div>
      </details>
      <section
        aria-label="History"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="min-h-0 flex-1 overflow-y-auto p-4"
      >
        <MessageList messages={messages} viewer="staff" outgoing={outgoing} onSend={answer} />
      </section>
      {mayAnswer && (
        <footer className="border-line border-t p-3">
          <AnswerField conversation={conversation} field={replyField} onSend={answer} />
        </footer>
      )}
    </section>
  );
}

type AnswerFieldProps = {
  conversation: FullConversation;
  field: ReplyField;
  onSend: (message: Outgoing) => void;
};

/** "/" in an empty answer opens the canned replies. */
function AnswerField({ conversation: { id, customer, orders }, field, onSend }: AnswerFieldProps) {
  const [text, setText] = useDraft(id);
  const [isPicking, setIsPicking] = useState(false);
  const { replies } = useDesk();
  const name = customer.user === null ? undefined : customer.name;
  const insert = (reply: string) => {
    const filled = fillReply(reply, { name, order: orders[0]?.id });
    setText(text.trim() ? `${text.trimEnd()}\n\n${filled}` : filled);
  };
  const openReplies = (event: KeyboardEvent) => {
    if (event.key !== '/' || text !== '') return;
    event.preventDefault();
    setIsPicking(true);
  };
  const refuseUnfilled = () => {
    const variable = unfilledIn(text);
    if (variable) toast.error(`Replace ${variable} before you send this.`, { id: 'unfilled' });
    return variable !== undefined;
  };
  return (
    <Composer
      label="Write an answer"
      onSend={onSend}
      field={field}
      draft={[text, setText]}
      onKey={openReplies}
      blocked={refuseUnfilled}
      tools={
        <RepliesMenu
          replies={replies}
          isOpen={isPicking}
          onOpenChange={setIsPicking}
          field={field}
          onPick={(reply) => insert(reply.text)}
        />
      }
    />
  );
}

const drafts = new Map<string, string>();

/** An unsent answer waits for its writer while they open another conversation or page. */
function useDraft(conversationId: number) {
  const key = `${useUser().id} ${conversationId}`;
  const [text, setText] = useState(drafts.get(key) ?? '');
  const keep = (next: string) => {
    if (next === '') drafts.delete(key);
    else drafts.set(key, next);
    setText(next);
  };
  return [text, keep] as const;
}

function useMarkConversationRead(conversation: FullConversation | undefined): void {
  const id = conversation?.id;
  const newest = conversation && conversation.unread > 0 ? conversation.messages.at(-1)?.id : undefined;
  useEffect(() => {
    if (id === undefined || newest === undefined) return;
    callApi(supportEndpoints.markConversationRead, { params: { id }, body: { message: newest } }).then(
      refreshInbox,
      () => undefined,
    );
  }, [id, newest]);
}

type FullConversation = ResponseOf<typeof supportEndpoints.getConversation>;

const RECORD_LINK =
  'min-w-0 truncate font-[650] underline decoration-edge underline-offset-3 hover:decoration-ink';

function CustomerRecord({ conversation }: { conversation: FullConversation }) {
  const { customer, albums, orders } = conversation;
  const { user } = customer;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-5 text-13">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
        <b className="text-15">{nameOfPerson(customer)}</b>
        {customer.email ? (
          <a href={`mailto:${customer.email}`} className="truncate text-ink-2 underline underline-offset-3">
            {customer.email}
          </a>
        ) : (
          <span className="text-ink-2">No email address</span>
        )}
        {user !== null && (
          <Link to={paths.adminUser(user)} className="pt-1 font-[650] underline underline-offset-3">
            Open account
          </Link>
        )}
      </div>
      {user === null ? (
        <p className="text-ink-2">Visitor without an account</p>
      ) : (
        <>
          <Part title="Orders" none="No orders yet.">
            {orders.map((order) => (
              <li key={order.id} className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
                <span className="flex justify-between gap-2">
                  <Link
                    to={paths.adminUser(user)}
                    search={{ order_q: String(order.id) }}
                    className={RECORD_LINK}
                  >
                    {order.title}
                  </Link>
                  <span className="flex-none tabular-nums">{formatCents(order.total)}</span>
                </span>
                <span className="text-ink-2">
                  #{order.id},{' '}
                  {(ORDER_STATE_NAMES as Readonly<Record<string, string>>)[order.status] ?? order.status},{' '}
                  {formatDay(order.created_at)}
                </span>
              </li>
            ))}
          </Part>
          <Part title="Albums" none="No albums found yet.">
            {albums.map((album) => (
              <li key={album.album} className="grid grid-cols-[minmax(0,1fr)] gap-0.5">
                <Link
                  to={paths.adminFoundAlbums(user)}
                  search={{ found_q: album.title }}
                  className={RECORD_LINK}
                >
                  {album.title}
                </Link>
                <span className="truncate text-ink-2">
                  {album.owned ? 'Bought' : `${countOf(album.views_used, 'view')} used`}, {album.event}
                </span>
              </li>
            ))}
          </Part>
        </>
      )}
    </div>
  );
}

function Part({ title, none, children }: { title: string; none: string; children: ReactNode[] }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-14 font-[650]">
        {title} {children.length > 0 && <span className="font-normal text-ink-3">{children.length}</span>}
      </h3>
      {children.length === 0 ? (
        <p className="text-ink-2">{none}</p>
      ) : (
        <ul className="grid grid-cols-[minmax(0,1fr)] gap-2.5">{children}</ul>
      )}
    </section>
  );
}
