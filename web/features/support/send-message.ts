import { supportEndpoints } from '#contract/endpoints/support.ts';
import { callApi } from '#web/lib/api.ts';
import { isApiError, messageOf } from '#web/lib/api-error.ts';
import { queryClient } from '#web/lib/query-client.ts';
import {
  dropOutgoing,
  forgetVisitorToken,
  keepOutgoing,
  keepVisitorToken,
  MY_CONVERSATION,
  type Outgoing,
  readVisitorToken,
} from './my-conversation.ts';

/** The key is made once, so that a retry does not send the message twice. */
export async function sendMessage(message: Outgoing): Promise<void> {
  keepOutgoing({ ...message, problem: undefined });
  try {
    const sent = await callApi(supportEndpoints.sendMessage, {
      body: {
        text: message.text,
        attachments: message.attachments.map(({ id }) => id),
        key: message.key,
        visitor_email: message.visitorEmail,
        visitor_token: readVisitorToken(),
      },
    });
    keepVisitorToken(sent.visitor_token);
    queryClient.setQueryData(MY_CONVERSATION, (known: { hours: string } | undefined) => ({
      hours: known?.hours ?? '',
      conversation: sent.conversation,
    }));
    dropOutgoing(message.key);
  } catch (error) {
    // The stored conversation no longer exists, so the next try starts a new one.
    if (isApiError(error, 'not_found') && message.attachments.length === 0) forgetVisitorToken();
    keepOutgoing({ ...message, problem: messageOf(error) });
  }
}

export async function attachImage(picture: Blob) {
  const attached = await callApi(supportEndpoints.attachImage, {
    query: { visitor_token: readVisitorToken() },
    picture,
  });
  keepVisitorToken(attached.visitor_token);
  return attached;
}
