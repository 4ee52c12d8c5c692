import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { openHelp, tellUnreadAnswers, useHelpView } from '#web/lib/help.ts';
import { useSession } from '#web/lib/session.ts';
import { myConversationQuery } from './my-conversation.query.ts';
import { dropAllOutgoing } from './outgoing.ts';
import { readVisitorToken } from './visitor-token.ts';

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
  useEffect(() => tellUnreadAnswers(isOpen ? 0 : unread), [isOpen, unread]);
  const userId = user?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what one person wrote is not sent by the next
  useEffect(() => dropAllOutgoing, [userId]);
  useEffect(() => {
    // The button in our e-mails leads here.
    const address = new URL(window.location.href);
    if (address.searchParams.get('help') === 'chat') openHelp('chat');
  }, []);
}
