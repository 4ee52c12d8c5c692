import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Conversation } from '#contract/endpoints/support.ts';
import { supportEndpoints } from '#contract/endpoints/support.ts';
import { readEmailAddress } from '#contract/rules/accounts.ts';
import { TextField } from '#web/components/form.tsx';
import { Sheet } from '#web/components/sheet.tsx';
import { Loading, QueryState } from '#web/components/states.tsx';
import { callApi } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { useSession } from '#web/lib/session.ts';
import { Composer } from './composer.tsx';
import { MessageList } from './message-list.tsx';
import {
  MY_CONVERSATION,
  myConversationQuery,
  type Outgoing,
  readVisitorToken,
  useDraft,
  useOutgoing,
} from './my-conversation.ts';
import { sendMessage } from './send-message.ts';

export function Chat({ onClose }: { onClose: () => void }) {
  const { isLoggedIn } = useSession();
  const mine = useQuery(myConversationQuery);
  const { data } = mine;
  const outgoing = useOutgoing();
  const draft = useDraft('chat');
  const [address, setAddress] = useState('');
  const [problem, setProblem] = useState<string>();
  const conversation = data?.conversation ?? undefined;
  useMarkRead(conversation);
  const needsAddress = !isLoggedIn && !conversation?.messages.some((message) => !message.bug_report);
  const checkAddress = (): boolean => {
    const isMissing = needsAddress && readEmailAddress(address) === undefined;
    setProblem(isMissing ? i18n.t('Enter your email so we can reply.') : undefined);
    return isMissing;
  };
  const send = (message: Outgoing) =>
    void sendMessage({ ...(needsAddress && { visitorEmail: address.trim() }), ...message });
  return (
    <Sheet
      title={i18n.t('Chat with us')}
      description={data?.hours}
      onClose={onClose}
      footer={
        <Composer label={i18n.t('Write a message')} onSend={send} blocked={checkAddress} draft={draft} />
      }
    >
      <div className="grid min-h-[38dvh] content-end gap-4 desk:min-h-80">
        <QueryState query={mine} loading={<Loading />}>
          {() =>
            !conversation &&
            outgoing.length === 0 && (
              <p className="justify-self-center text-center text-15 text-ink-2">
                {i18n.t('Ask us anything about your photos, an order or this site.')}
              </p>
            )
          }
        </QueryState>
        <MessageList
          messages={conversation?.messages ?? []}
          viewer="customer"
          outgoing={outgoing}
          onSend={send}
        />
        {data && needsAddress && (
          <TextField
            label={i18n.t('Your email')}
            type="email"
            autoComplete="email"
            value={address}
            error={problem}
            hint={i18n.t('We’ll reply here, and by email if you’ve left.')}
            onChange={(event) => setAddress(event.target.value)}
          />
        )}
      </div>
    </Sheet>
  );
}

/** Marks the conversation as read once its last message is visible. */
function useMarkRead(conversation: Conversation | undefined): void {
  const newest = conversation && conversation.unread > 0 ? conversation.messages.at(-1)?.id : undefined;
  useEffect(() => {
    if (newest === undefined) return;
    const body = { message: newest, visitor_token: readVisitorToken() };
    callApi(supportEndpoints.markRead, { body }).then(
      () => queryClient.invalidateQueries({ queryKey: MY_CONVERSATION }),
      () => undefined,
    );
  }, [newest]);
}
