import type { FastifyInstance } from 'fastify';
import {
  payoutEndpoints,
  payoutLineListEndpoints,
  payoutListEndpoints,
} from '#contract/endpoints/refunds.ts';
import { payoutLineList, payoutList } from '#contract/lists/payouts.ts';
import type { Context } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';
import { handleList } from '#server/platform/lists/handle-list.ts';
import { payoutLineSource, payoutSource } from './payouts.queries.ts';
import { showBalance } from './payouts.ts';

export function ledgerRoutes(app: FastifyInstance, context: Context): void {
  const { db, payments } = context;
  handle(app, payoutEndpoints.providerBalance, () => showBalance(context));
  handleList(app, db, payoutListEndpoints, payoutList, payoutSource(payments.mode));
  handleList(app, db, payoutLineListEndpoints, payoutLineList, payoutLineSource(payments.mode));
}
