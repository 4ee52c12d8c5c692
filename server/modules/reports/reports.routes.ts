import type { FastifyInstance } from 'fastify';
import { reportEndpoints } from '#contract/endpoints/reports.ts';
import type { Context } from '#server/context.ts';
import { handle } from '#server/platform/http/handle.ts';
import { reportAlbumPayments } from './album-payments.ts';
import { reportRows } from './report-rows.ts';
import { reportSales } from './sales-report.ts';

export function reportRoutes(app: FastifyInstance, context: Context): void {
  handle(app, reportEndpoints.albumPaymentReport, ({ query }) => reportAlbumPayments(context, query));
  handle(app, reportEndpoints.salesReport, ({ query }) =>
    reportSales(context, {
      startDate: query.start_date,
      endDate: query.end_date,
      timeZone: query.time_zone,
    }),
  );
  handle(app, reportEndpoints.reportRows, ({ query }) => reportRows(context, query));
}
