import { accountEndpoints, type Session } from '#contract/endpoints/accounts.ts';
import { enteringEndpoints, type LinkFacts } from '#contract/endpoints/entering.ts';
import { apiQuery, callApi } from '#web/lib/api.ts';
import { isApiError } from '#web/lib/api-error.ts';
import { dropMailLink, keepMailLink } from '#web/lib/mail-link.ts';
import { closeSession, readSession } from '#web/lib/session.ts';
import { openIssuedSession, readChallenge } from './open-issued-session.ts';

/** Logs the reader of a mail in before the page of its link is shown. Only this script uses the link up. */
export async function arriveByMail(token: string): Promise<void> {
  if (!readSession().token) return enterByMail(token);
  const facts = await callApi(enteringEndpoints.describeMailLink, { body: { loginToken: token } }).catch(
    () => undefined,
  );
  if (!facts || facts.is_yours) return;
  // The server does not count the session of staff who still have to set up two-step login, but it is theirs.
  const isOpen = facts.has_session || readSession().user?.second_factor_needed === true;
  if (isOpen) return keepMailLink({ token, state: 'asks', facts });
  closeSession();
  return enterByMail(token);
}

export async function enterByMail(token: string): Promise<void> {
  try {
    const issued = await spendLink(token);
    dropMailLink();
    openIssuedSession(issued);
  } catch (error) {
    const challenge = isApiError(error, 'second_factor_required') ? readChallenge(error.details) : undefined;
    if (challenge) return keepMailLink({ token, state: 'challenged', challenge });
    keepMailLink({ token, state: isApiError(error, 'link_invalid') ? 'spent' : 'failed' });
  }
}

/** Ends the session of whoever was logged in before, once the link has worked. */
export async function switchByLink(token: string): Promise<void> {
  const issued = await spendLink(token);
  await endOldSession();
  openIssuedSession(issued);
}

export async function endOldSession(): Promise<void> {
  if (!readSession().token) return;
  await callApi(accountEndpoints.logOut, { body: {} }).catch(() => undefined);
}

function spendLink(loginToken: string): Promise<Session> {
  return callApi(accountEndpoints.logInByLink, { query: { loginToken } });
}

export const linkFactsQuery = (loginToken: string) =>
  apiQuery(['link-facts', loginToken], enteringEndpoints.describeMailLink, {
    body: { loginToken },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Example: "Bea (b•••@m•••.com)". */
export function readerName({ first_name: firstName, email_hint: hint }: LinkFacts): string {
  return firstName ? `${firstName} (${hint})` : hint;
}
