import type { FastifyInstance } from 'fastify';
import { payeeEndpoints } from '#contract/endpoints/payees.ts';
import { shareRuleEndpoints } from '#contract/endpoints/share-rules.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { findAlbumFacts } from '#server/modules/catalogue/browse-albums.ts';
import { atOneMoment } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { handle } from '#server/platform/http/handle.ts';
import { addPayee, changePayee, endPayeeLinks, previewPayment, showPayouts, showTaxYear } from './payees.ts';
import { addShareRule, findGymShare, listShareRules } from './share-rules.ts';
import { listTransferRows } from './transfers.queries.ts';
import { payPayee, reverseTransfer, settleByHand } from './transfers.ts';

export function payeeRoutes(app: FastifyInstance, context: Context): void {
  handle(app, payeeEndpoints.listPayees, () => showPayouts(context));
  handle(app, payeeEndpoints.addPayee, ({ actor, body }) =>
    inTransaction(context, (tx) => addPayee(tx, actor, body)),
  );
  handle(app, payeeEndpoints.changePayee, ({ actor, params, body }) =>
    inTransaction(context, (tx) => changePayee(tx, actor, { payeeId: params.id, change: body })),
  );
  handle(app, payeeEndpoints.endPayeeLinks, ({ actor, params }) =>
    inTransaction(context, (tx) => endPayeeLinks(tx, actor, params.id)),
  );
  handle(app, payeeEndpoints.previewPayment, ({ params }) =>
    atOneMoment(context.db, (db) => previewPayment({ ...context, db }, params.id)),
  );
  handle(app, payeeEndpoints.payPayee, ({ actor, params, body: { amount, method, note } }) =>
    inTransaction(context, (tx) =>
      payPayee(tx, actor, { payeeId: params.id, amountCents: amount, method, note }),
    ),
  );
  handle(app, payeeEndpoints.listTransfers, ({ query }) =>
    listTransferRows(context.db, { mode: context.payments.mode, ...query }),
  );
  handle(app, payeeEndpoints.settleTransfer, ({ actor, params, body }) =>
    inTransaction(context, (tx) => settleByHand(tx, actor, { transferId: params.id, ...body })),
  );
  handle(app, payeeEndpoints.reverseTransfer, ({ actor, params }) =>
    inTransaction(context, (tx) => reverseTransfer(tx, actor, params.id)),
  );
  handle(app, payeeEndpoints.taxYear, ({ params }) => showTaxYear(context, params.year));
  handle(app, shareRuleEndpoints.gymShare, async ({ params }) => {
    const album = await findAlbumFacts(context.db, params.id);
    if (!album?.isPublished) throw new AppError('not_found');
    return { basis_points: await findGymShare(context, album) };
  });
  handle(app, shareRuleEndpoints.listShareRules, ({ params }) => listShareRules(context, params.id));
  handle(app, shareRuleEndpoints.addShareRule, ({ actor, params, body }) =>
    inTransaction(context, (tx) => addShareRule(tx, actor, { eventId: params.id, rule: body })),
  );
}
