import type { PayeeLink, PayoutAccount } from '#contract/endpoints/payees.ts';
import { id as idSchema } from '#contract/primitives.ts';
import type { Context, Tx } from '#server/context.ts';
import { onboardPayee, readAccountState } from '#server/modules/payees/onboarding.ts';
import { findPayeeOfPhotographer, getPayee, recordPayeeLink } from '#server/modules/payees/payees.ts';
import { findProducerRule } from '#server/modules/payees/share-rules.ts';
import { listIssued, readStatement } from '#server/modules/reports/statement-months.ts';
import { writeStatementPdf } from '#server/modules/reports/statement-pdf.ts';
import { readCredits } from '#server/modules/roster/credits.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import type { StreamedFile } from '#server/platform/http/handle.ts';
import {
  type AddressKind,
  expiryOf,
  readAddress,
  signAddress,
} from '#server/platform/security/signed-address.ts';
import { resolveEventLink } from './event-links.ts';
import { resolvePass } from './passes.ts';

// A payee connects a bank account by the link they have, and finds their statements there. Once an account is connected,
// only the provider's own log-in changes it, so nobody who finds the link can lead the money elsewhere.

type LinkContext = Pick<Context, 'db' | 'clock' | 'log' | 'config' | 'payments' | 'imageKeys'>;

/**
 * Long enough to travel by mail: it works for two to four weeks, unless staff end it. The provider's own addresses last some
 * minutes.
 */
const linkKind = ({ linksEnded }: { linksEnded: number }): AddressKind => ({
  purpose: `payee${linksEnded || ''}`,
  stepSeconds: 14 * 24 * 3600,
});

type MakeTx = Pick<Tx, 'db' | 'clock'> & Pick<Context, 'config' | 'imageKeys'>;

/** Gyms have neither pass nor cockpit, so staff send them this. */
export async function makePayeeLink(tx: MakeTx, actor: Actor, payeeId: number): Promise<{ url: string }> {
  const payee = await getPayee(tx.db, payeeId);
  const token = signAddress(tx, linkKind(payee), payee.id);
  await recordPayeeLink(tx, actor, { payeeId, until: expiryOf(token) });
  return { url: `${tx.config.publicUrl}/payee/${token}` };
}

async function findPayeeOfLink(context: LinkContext, { by, token }: PayeeLink) {
  if (by === 'payee') {
    // Only the signature proves whose link it is.
    const claimed = idSchema.safeParse(Number.parseInt(token, 36));
    const payee = await getPayee(context.db, claimed.data ?? 0);
    if (readAddress(context, linkKind(payee), token) !== payee.id) throw new AppError('not_found');
    return payee;
  }
  if (by === 'pass') {
    const { label } = await resolvePass(context, token);
    const person = (await readCredits(context.db))(label);
    return person && findPayeeOfPhotographer(context, person.id);
  }
  const { eventId } = await resolveEventLink(context, 'producer', token);
  const rule = await findProducerRule(context, eventId);
  return rule && getPayee(context.db, rule.payeeId);
}

export async function openPayoutAccount(
  context: LinkContext,
  { begin, ...link }: PayeeLink & { begin: boolean },
): Promise<PayoutAccount> {
  const payee = await findPayeeOfLink(context, link);
  if (!payee) return { account: null, url: null, statements: [] };
  const statements = await listIssued(context, payee);
  const account = await readAccountState(context, payee.id);
  if (!begin || account === 'ready') return { account, url: null, statements };
  const returnPath = `/${link.by}/${link.token}`;
  return { account, url: await onboardPayee(context, { payeeId: payee.id, returnPath }), statements };
}

/** Only those that the link lists, so that nobody tries the numbers of others. */
export async function writeStatementOfLink(
  context: LinkContext,
  { number, ...link }: PayeeLink & { number: number },
): Promise<StreamedFile> {
  const payee = await findPayeeOfLink(context, link);
  const issued = payee ? await listIssued(context, payee) : [];
  if (!issued.some((one) => one.number === number)) throw new AppError('not_found');
  return writeStatementPdf(await readStatement(context, number));
}
