import { supportEndpoints } from '#contract/endpoints/support.ts';
import { callApi } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { queryClient } from '#web/lib/query-client.ts';
import {
  deliver,
  forgetVisitorToken,
  keepVisitorToken,
  MY_CONVERSATION,
  type Outgoing,
  readVisitorToken,
} from './my-conversation.ts';

export const sendMessage = (message: Outgoing) =>
  deliver(message, async () => {
    const { key, text, attachments, visitorEmail } = message;
    const body = { key, text, attachments: attachments.map(({ id }) => id), visitor_email: visitorEmail };
    const visitor_token = readVisitorToken();
    const sent = await callApi(supportEndpoints.sendMessage, { body: { ...body, visitor_token } }).catch(
      (error) => {
        // The stored conversation no longer exists, so the next try starts a new one.
        if (isApiError(error, 'not_found') && attachments.length === 0) forgetVisitorToken();
        throw error;
      },
    );
    keepVisitorToken(sent.visitor_token);
    queryClient.setQueryData(MY_CONVERSATION, (known: { hours: string } | undefined) => ({
      hours: known?.hours ?? '',
      conversation: sent.conversation,
    }));
  });

export async function attachImage(picture: Blob) {
  const attached = await callApi(supportEndpoints.attachImage, {
    query: { visitor_token: readVisitorToken() },
    picture,
  });
  keepVisitorToken(attached.visitor_token);
  return attached;
}
