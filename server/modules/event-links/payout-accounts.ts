import type { PayoutAccount } from '#contract/endpoints/payees.ts';
import type { Context } from '#server/context.ts';
import { onboardPayee, readAccountState } from '#server/modules/payees/onboarding.ts';
import { findPayeeOfPhotographer } from '#server/modules/payees/payees.ts';
import { findProducerRule } from '#server/modules/payees/share-rules.ts';
import { readCredits } from '#server/modules/roster/credits.ts';
import { followEventLink } from './event-links.ts';
import { followPass } from './passes.ts';

// A payee connects a bank account by the link they already have. Once it is connected, only the provider's own log-in
// changes it, so nobody who finds the link can lead the money elsewhere.

type LinkContext = Pick<Context, 'db' | 'clock' | 'log' | 'config' | 'payments'>;
type Asked = { token: string; begin: boolean };

export async function openPassAccount(context: LinkContext, { token, begin }: Asked): Promise<PayoutAccount> {
  const { label } = await followPass(context, token);
  const person = (await readCredits(context.db))(label);
  const payee = person && (await findPayeeOfPhotographer(context, person.id));
  return answer(context, { payeeId: payee?.id, begin, returnPath: `/pass/${token}` });
}

export async function openCockpitAccount(
  context: LinkContext,
  { token, begin }: Asked,
): Promise<PayoutAccount> {
  const { eventId } = await followEventLink(context, 'producer', token);
  const rule = await findProducerRule(context, eventId);
  return answer(context, { payeeId: rule?.payeeId, begin, returnPath: `/cockpit/${token}` });
}

type Wanted = { payeeId: number | undefined; begin: boolean; returnPath: string };

async function answer(context: LinkContext, { payeeId, begin, returnPath }: Wanted): Promise<PayoutAccount> {
  if (payeeId === undefined) return { account: null, url: null };
  const account = await readAccountState(context, payeeId);
  if (!begin || account === 'ready') return { account, url: null };
  return { account, url: await onboardPayee(context, { payeeId, returnPath }) };
}
