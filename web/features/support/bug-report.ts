import { supportEndpoints } from '#contract/endpoints/support.ts';
import { hideSecrets } from '#contract/rules/error-report.ts';
import { callApi } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { readTroubles } from '#web/lib/trouble-log.ts';
import { MY_CONVERSATION } from './my-conversation.query.ts';
import { attachPicture } from './send-message.ts';
import { keepVisitorToken, readVisitorToken } from './visitor-token.ts';

const MAX_FACT = 500;

export type BugFacts = { page: string; browser: string; errors: string[]; request_ids: string[] };

/** The user sees these facts before sending them. */
export function gatherFacts(): BugFacts {
  const { errors, requestIds } = readTroubles();
  const size = `${window.innerWidth} x ${window.innerHeight} px`;
  return {
    page: hideSecrets(window.location.pathname + window.location.search).slice(0, MAX_FACT),
    browser: `${navigator.userAgent}, ${size}, ${navigator.onLine ? 'online' : 'offline'}`.slice(0, MAX_FACT),
    errors,
    request_ids: requestIds,
  };
}

type BugReport = {
  key: string;
  text: string;
  facts: BugFacts;
  screenshot: Blob | undefined;
  visitorEmail?: string;
};

export async function sendBugReport({
  key,
  text,
  facts,
  screenshot,
  visitorEmail,
}: BugReport): Promise<void> {
  const attached = screenshot && (await attachPicture(screenshot));
  const sent = await callApi(supportEndpoints.reportBug, {
    body: {
      ...facts,
      key,
      text,
      attachments: attached ? [attached.id] : [],
      visitor_email: visitorEmail,
      visitor_token: readVisitorToken(),
    },
  });
  keepVisitorToken(sent.visitor_token);
  void queryClient.invalidateQueries({ queryKey: MY_CONVERSATION });
}
