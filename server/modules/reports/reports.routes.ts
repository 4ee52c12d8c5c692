import type { FastifyInstance } from 'fastify';
import { bookEndpoints } from '#contract/endpoints/books.ts';
import {
  eventListEndpoints,
  overviewEndpoints,
  paymentCaseListEndpoints,
  staffSearchEndpoints,
} from '#contract/endpoints/overview.ts';
import { photoLinkListEndpoints } from '#contract/endpoints/photo-links.ts';
import { reminderEndpoints } from '#contract/endpoints/reminders.ts';
import {
  reportEndpoints,
  reportRowListEndpoints,
  scrapingMonitorEndpoints,
} from '#contract/endpoints/reports.ts';
import { statementEndpoints } from '#contract/endpoints/statements.ts';
import { taxEndpoints } from '#contract/endpoints/tax.ts';
import { eventList } from '#contract/lists/albums.ts';
import { scrapingMonitorList } from '#contract/lists/operations.ts';
import { paymentCaseList } from '#contract/lists/payouts.ts';
import { reportRowList } from '#contract/lists/report-rows.ts';
import { photoLinkList } from '#contract/lists/users.ts';
import { type Context, inTransaction } from '#server/context.ts';
import { recordExport, recordListSeen } from '#server/platform/audit/audit.ts';
import { atOneMoment } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { handle, handleStream } from '#server/platform/http/handle.ts';
import { handleList } from '#server/platform/lists/handle-list.ts';
import { reportAlbumPayments } from './album-payments.ts';
import { exportJournal, listJournalMonths, showJournal } from './journal.ts';
import { paymentCaseSource } from './payment-cases.ts';
import { findStatementPeriod } from './period.queries.ts';
import { photoLinkSource } from './photo-links.ts';
import { reportRowSource, requireReportRange } from './report-rows.ts';
import { reportSaleMails } from './report-sale-mails.ts';
import { chartSales, reportSales } from './sales-report.ts';
import { scrapingMonitorSource } from './scraping-monitor.queries.ts';
import { searchAsStaff } from './search-as-staff.ts';
import { countQueues, showOverview } from './show-overview.ts';
import { eventSource, showEventTotals } from './staff-events.ts';
import { closeMonth, listStatementMonths, readStatement, showMonth } from './statement-months.ts';
import { writeStatementPdf } from './statement-pdf.ts';
import { readStatementPage, reportPhotographers } from './statements.ts';
import { reportTax, sumTaxByState } from './tax-report.ts';

export function reportRoutes(app: FastifyInstance, context: Context): void {
  handle(app, reportEndpoints.albumPaymentReport, async ({ actor, query }) => {
    const payments = await reportAlbumPayments(context, actor, query);
    await recordListSeen(context.db, actor, 'album payments', payments.length);
    return payments;
  });
  handle(app, taxEndpoints.taxReport, ({ query }) => reportTax(context, query));
  handle(app, taxEndpoints.taxByState, ({ query }) => sumTaxByState(context, query.month));
  handle(app, reportEndpoints.salesReport, ({ query }) => reportSales(context, query));
  handle(app, reminderEndpoints.saleMailReport, () => reportSaleMails(context));
  handle(app, reportEndpoints.salesCharts, ({ query }) => chartSales(context, query));
  const rowsFor = (actor: Actor) => reportRowSource(context.payments, actor);
  handleList(app, context.db, reportRowListEndpoints, reportRowList, rowsFor, {
    authorize: (_actor, filters) => requireReportRange(filters),
  });
  handleList(app, context.db, scrapingMonitorEndpoints, scrapingMonitorList, scrapingMonitorSource, {
    onExport: recordExport(context.db, 'scraping-monitor'),
  });

  handleList(app, context.db, eventListEndpoints, eventList, eventSource(context));
  handle(app, overviewEndpoints.eventTotals, ({ params }) => showEventTotals(context, params.id));

  handleList(
    app,
    context.db,
    photoLinkListEndpoints,
    photoLinkList,
    () => photoLinkSource(context.clock.now()),
    {
      onExport: recordExport(context.db, 'photo-links'),
    },
  );

  handleList(app, context.db, paymentCaseListEndpoints, paymentCaseList, paymentCaseSource(context.clock), {
    onExport: recordExport(context.db, 'payment-cases'),
  });

  handle(app, reportEndpoints.photographersReport, async ({ query }) =>
    reportPhotographers(context, await findStatementPeriod(context.db, query)),
  );

  handle(app, reportEndpoints.statementPages, async ({ query: { before, ...days } }) =>
    readStatementPage(context, { ...(await findStatementPeriod(context.db, days)), before }),
  );

  handle(app, statementEndpoints.listStatementMonths, () => listStatementMonths(context));
  handle(app, statementEndpoints.showMonth, ({ params }) =>
    atOneMoment(context.db, (db) => showMonth({ ...context, db }, params.month)),
  );
  handle(app, statementEndpoints.closeMonth, ({ actor, params }) =>
    inTransaction(context, (tx) => closeMonth(tx, actor, params.month)),
  );

  handleStream(app, statementEndpoints.statementPdf, async ({ params }) =>
    writeStatementPdf(await readStatement(context, params.number)),
  );

  handle(app, bookEndpoints.listJournalMonths, () => listJournalMonths(context));
  handle(app, bookEndpoints.showJournal, ({ params }) =>
    atOneMoment(context.db, (db) => showJournal({ ...context, db }, params.month)),
  );
  handleStream(app, bookEndpoints.exportJournal, ({ query }) =>
    atOneMoment(context.db, (db) => exportJournal({ ...context, db }, query)),
  );

  handle(app, staffSearchEndpoints.searchAsStaff, async ({ actor, query }) => ({
    found: await searchAsStaff(context, actor, query.q),
  }));
  handle(app, staffSearchEndpoints.countQueues, ({ actor }) => countQueues(context, actor));

  handle(app, overviewEndpoints.adminOverview, async ({ actor, query }) => {
    const overview = await showOverview(context, actor, query.time_zone);
    const { payments, refund_requests, card_testing } = overview;
    const named = [payments, refund_requests, card_testing].map((part) => part?.cases.length ?? 0);
    await recordListSeen(context.db, actor, 'overview', Math.max(...named));
    return overview;
  });
}
