import type { SentBody } from '#contract/endpoint.ts';
import { payeeEndpoints } from '#contract/endpoints/payees.ts';
import { refundEndpoints } from '#contract/endpoints/refunds.ts';
import { shareRuleEndpoints } from '#contract/endpoints/share-rules.ts';
import type { TransferMethod } from '#contract/rules/payees.ts';
import type { Role } from '#contract/rules/permissions.ts';
import { settleTransfers } from '#server/modules/payees/execute-transfer.ts';
import { buildUser, jobsAreDone } from './factories.ts';
import { buildBuyer, buildViewedAlbum, type PayingApp, payForAlbum } from './paying-app.ts';

const DAY_MINUTES = 24 * 60;
const JOBS = ['payees.execute-transfer', 'payees.sync-transfer', 'payees.sync-account'];

/** The calls of staff about payees, and what happens around them. */
export function payeeCalls(app: PayingApp) {
  const as = async (role: Role = 'finance') => (await buildUser(app, { role })).token;
  const share = async (eventId: number, body: SentBody<typeof shareRuleEndpoints.addShareRule>) => {
    return app.call(shareRuleEndpoints.addShareRule, { token: await as(), params: { id: eventId }, body });
  };
  const rest = async () => {
    await app.sandbox.settle();
    await app.sandbox.webhooks.deliverDue();
    for (const job of JOBS) await jobsAreDone(app, job);
  };
  /** The secret of the page that staff send to a payee. */
  const linkOf = async (id: number) => {
    const { body } = await app.call(payeeEndpoints.onboardPayee, { token: await as(), params: { id } });
    return body.url.split('/payee/')[1] ?? '';
  };
  const askToConnect = async (id: number) => {
    const body = { by: 'payee', token: await linkOf(id), begin: true } as const;
    return app.call(payeeEndpoints.payoutAccount, { body });
  };
  return {
    as,
    linkOf,
    async add(kind: 'producer' | 'gym', name: string, programName: string | null = null) {
      const body = { kind, name, program_name: programName };
      return (await app.call(payeeEndpoints.addPayee, { token: await as(), body })).body;
    },
    share,
    async find(id: number) {
      const { body } = await app.call(payeeEndpoints.listPayees, { token: await as() });
      const found = body.payees.find((one) => one.id === id);
      if (!found) throw new Error(`there is no payee ${id}`);
      return found;
    },
    async preview(id: number) {
      return (await app.call(payeeEndpoints.previewPayment, { token: await as(), params: { id } })).body;
    },
    async pay(id: number, amount: number, method: TransferMethod = 'connect') {
      return app.call(payeeEndpoints.payPayee, {
        token: await as(),
        params: { id },
        body: { amount, method },
      });
    },
    async transfers(payee: number) {
      return (await app.call(payeeEndpoints.listTransfers, { token: await as(), query: { payee } })).body;
    },
    async reverse(id: number) {
      return app.call(payeeEndpoints.reverseTransfer, { token: await as(), params: { id } });
    },
    askToConnect,
    /** The payee follows the link and enters everything. */
    async connect(id: number) {
      const { body } = await askToConnect(id);
      const answer = await fetch(body.url ?? '', { method: 'POST', redirect: 'manual' });
      if (answer.status !== 303) throw new Error(`the account was not connected: ${answer.status}`);
      await rest();
    },
    /** An album of a new event that is sold with these shares. */
    async sellable(rules: SentBody<typeof shareRuleEndpoints.addShareRule>[] = []) {
      const buyer = await buildBuyer(app);
      const album = await buildViewedAlbum(app, buyer);
      for (const rule of rules) {
        const { status, error } = await share(album.eventId, rule);
        if (status !== 200) throw new Error(`the share was refused: ${error?.message}`);
      }
      return { album, buy: async () => (await payForAlbum(app, buyer, album.id)).body.order_key };
    },
    async refund(key: string, amount?: number) {
      const body = { memo: 'asked', ...(amount === undefined ? {} : { amount }) };
      return app.call(refundEndpoints.refundOrder, { token: await as('super'), params: { id: key }, body });
    },
    /** Lets the hold end and the money of the cards arrive. */
    async pass(days: number) {
      app.advanceMinutes(days * DAY_MINUTES);
      await app.sandbox.settle();
    },
    rest,
    /** Lets some minutes pass and finishes what is still open. */
    async settle() {
      app.advanceMinutes(5);
      await settleTransfers(app.context);
      await rest();
    },
  };
}
