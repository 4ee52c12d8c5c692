import type { FastifyInstance } from 'fastify';
import { taxEndpoints } from '#contract/endpoints/tax.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';
import { listRefused, retryBooking } from './book-tax.ts';
import {
  addTaxRate,
  deleteTaxRate,
  importTaxRates,
  listTaxRates,
  previewTaxRates,
  updateTaxRate,
} from './rates.ts';
import { readTaxPlace, removeTaxPlace, saveTaxPlace } from './tax-places.ts';

export function taxRoutes(app: FastifyInstance, context: Context): void {
  handle(app, taxEndpoints.listTaxRates, () => listTaxRates(context));
  handle(app, taxEndpoints.addTaxRate, ({ actor, body }) =>
    inTransaction(context, (tx) => addTaxRate(tx, actor, body)),
  );
  handle(app, taxEndpoints.updateTaxRate, ({ actor, params, body }) =>
    inTransaction(context, (tx) => updateTaxRate(tx, actor, { rateId: params.id, edit: body })),
  );
  handle(app, taxEndpoints.previewTaxRates, ({ body }) => previewTaxRates(context, body.csv));
  handle(app, taxEndpoints.importTaxRates, ({ actor, body }) =>
    inTransaction(context, (tx) => importTaxRates(tx, actor, body)),
  );
  handle(app, taxEndpoints.deleteTaxRate, ({ actor, params, query }) =>
    inTransaction(context, (tx) => deleteTaxRate(tx, actor, { rateId: params.id, ...query })),
  );
  handle(app, taxEndpoints.refusedBookings, ({ query }) => listRefused(context, query));
  handle(app, taxEndpoints.retryBooking, ({ actor, params }) => retryBooking(context, actor, params.id));
  handle(app, taxEndpoints.getTaxPlace, ({ actor }) => readTaxPlace(context, actor));
  handle(app, taxEndpoints.saveTaxPlace, ({ actor, body }) =>
    inTransaction(context, (tx) => saveTaxPlace(tx, actor, body)),
  );
  handle(app, taxEndpoints.removeTaxPlace, ({ actor }) => removeTaxPlace(context, actor));
}
