import type { SaleMailFigures } from '#contract/endpoints/reminders.ts';
import type { listSaleMailFigures } from './sale-mails.queries.ts';

type Row = Awaited<ReturnType<typeof listSaleMailFigures>>[number];

export function toWireSaleMails({ event, kind, sent, opened, bought, ...row }: Row): SaleMailFigures {
  return {
    event,
    event_name: row.eventName,
    start_date: row.startDate,
    kind,
    sent,
    opened,
    bought,
    revenue: row.revenueCents,
  };
}
