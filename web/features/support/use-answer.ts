import { useState } from 'react';
import { supportEndpoints } from '#contract/endpoints/support.ts';
import { callApi } from '#web/lib/api.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { refreshInbox } from './inbox.query.ts';
import type { Attachment, Outgoing } from './outgoing.ts';

/** Keeps the answers that are being sent or failed to send. */
export function useAnswer(conversationId: number) {
  const [outgoing, setOutgoing] = useState<readonly Outgoing[]>([]);
  const keep = (message: Outgoing) =>
    setOutgoing((known) => [...known.filter(({ key }) => key !== message.key), message]);
  const discard = (key: string) => setOutgoing((known) => known.filter((message) => message.key !== key));
  const send = async (message: Outgoing) => {
    keep({ ...message, problem: undefined });
    try {
      const { text, key, attachments } = message;
      await callApi(supportEndpoints.answerConversation, {
        params: { id: conversationId },
        body: { text, key, attachments: attachments.map(({ id }) => id) },
      });
      await refreshInbox();
      discard(key);
    } catch (error) {
      keep({ ...message, problem: messageOf(error) });
    }
  };
  const answer = (text: string, attachments: Attachment[]) =>
    void send({ key: crypto.randomUUID(), text, attachments, visitorEmail: undefined, problem: undefined });
  return { outgoing, answer, retry: (message: Outgoing) => void send(message), discard };
}
