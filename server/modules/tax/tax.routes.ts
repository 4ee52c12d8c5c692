import type { FastifyInstance } from 'fastify';
import { taxEndpoints } from '#contract/endpoints/tax.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';
import { deleteTaxRate, importTaxRates, listTaxRates, saveTaxRate } from './rates.ts';
import { readTaxPlace, saveTaxPlace } from './tax-places.ts';

export function taxRoutes(app: FastifyInstance, context: Context): void {
  handle(app, taxEndpoints.listTaxRates, () => listTaxRates(context));
  handle(app, taxEndpoints.saveTaxRate, ({ actor, body }) =>
    inTransaction(context, (tx) => saveTaxRate(tx, actor, body)),
  );
  handle(app, taxEndpoints.importTaxRates, ({ actor, body }) =>
    inTransaction(context, (tx) => importTaxRates(tx, actor, body)),
  );
  handle(app, taxEndpoints.deleteTaxRate, ({ actor, params }) =>
    inTransaction(context, (tx) => deleteTaxRate(tx, actor, params.id)),
  );
  handle(app, taxEndpoints.getTaxPlace, ({ actor }) => readTaxPlace(context, actor));
  handle(app, taxEndpoints.saveTaxPlace, ({ actor, body }) =>
    inTransaction(context, (tx) => saveTaxPlace(tx, actor, body)),
  );
}
