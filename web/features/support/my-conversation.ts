import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type SupportMessage, supportEndpoints } from '#contract/endpoints/support.ts';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { notifyUnreadAnswers, openHelp, useHelpView } from '#web/lib/help.ts';
import { readSession, useSession } from '#web/lib/session.ts';
import { createStore, readStored, removeStored, useStore, writeStored } from '#web/lib/storage.ts';

export const MY_CONVERSATION = ['support', 'mine'] as const;

/** The request also tells the server that this page is open. */
export const myConversationQuery = queryOptions({
  queryKey: MY_CONVERSATION,
  queryFn: ({ signal }) =>
    callApi(supportEndpoints.getMyConversation, { body: { visitor_token: readVisitorToken() }, signal }),
  staleTime: 5_000,
});

export type Attachment = SupportMessage['attachments'][number];

/** A message that is being sent, or was not sent. It survives closing the chat or the conversation. */
export type Outgoing = {
  /** Made once, so that a retry does not send the message twice. */
  key: string;
  text: string;
  attachments: Attachment[];
  visitorEmail?: string | undefined;
  /** The conversation that staff answer; customers have only their own. */
  conversation?: number;
  problem?: string;
};

const store = createStore<readonly Outgoing[]>([]);

export const useOutgoing = (conversation?: number) =>
  useStore(store).filter((message) => message.conversation === conversation);

function keepOutgoing(message: Outgoing): void {
  const others = store.read().filter(({ key }) => key !== message.key);
  store.write([...others, message]);
}

/** Shows the message until `send` is done, or why it failed. */
export async function deliver({ problem: _, ...message }: Outgoing, send: () => Promise<unknown>) {
  keepOutgoing(message);
  try {
    await send();
    dropOutgoing(message.key);
  } catch (error) {
    keepOutgoing({ ...message, problem: messageOf(error) });
  }
}

export function dropOutgoing(key: string): void {
  store.write(store.read().filter((message) => message.key !== key));
}

/** What is typed survives closing the sheet too. */
const drafts = { chat: createStore(''), bug: createStore('') };
export const useDraft = (sheet: keyof typeof drafts) =>
  [useStore(drafts[sheet]), drafts[sheet].write] as const;

export function dropAllOutgoing(): void {
  store.write([]);
  for (const draft of Object.values(drafts)) draft.write('');
}

const KEY = 'SUPPORT_VISITOR';

/** Identifies the conversation of a browser without an account. */
export function readVisitorToken(): string | undefined {
  return readSession().isLoggedIn ? undefined : readStored(KEY);
}

export function keepVisitorToken(token: string | null): void {
  if (token) writeStored(KEY, token);
}

export function forgetVisitorToken(): void {
  removeStored(KEY);
}

const IDLE_MS = 60_000;
const OPEN_MS = 5_000;

/** A visitor's conversation is polled only once it exists. */
export function useWatchAnswers(): void {
  const { isLoggedIn, user } = useSession();
  const isOpen = useHelpView() === 'chat';
  const { data } = useQuery({
    ...myConversationQuery,
    enabled: isLoggedIn || readVisitorToken() !== undefined || isOpen,
    refetchInterval: isOpen && !isLoggedIn ? OPEN_MS : IDLE_MS,
  });
  const unread = data?.conversation?.unread ?? 0;
  useEffect(() => notifyUnreadAnswers(isOpen ? 0 : unread), [isOpen, unread]);
  const userId = user?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what one person wrote is not sent by the next
  useEffect(() => dropAllOutgoing, [userId]);
  useEffect(() => {
    // The button in our emails leads here.
    const address = new URL(window.location.href);
    if (address.searchParams.get('help') === 'chat') openHelp('chat');
  }, []);
}
