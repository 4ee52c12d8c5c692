import { queryOptions } from '@tanstack/react-query';
import { supportEndpoints } from '#contract/endpoints/support.ts';
import { callApi } from '#web/lib/api.ts';
import { readVisitorToken } from './visitor-token.ts';

export const MY_CONVERSATION = ['support', 'mine'] as const;

/** The request also tells the server that this page is open. */
export const myConversationQuery = queryOptions({
  queryKey: MY_CONVERSATION,
  queryFn: ({ signal }) =>
    callApi(supportEndpoints.getMyConversation, { body: { visitor_token: readVisitorToken() }, signal }),
  staleTime: 5_000,
});
