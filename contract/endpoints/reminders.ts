import { z } from 'zod';
import { balance } from '#contract/entities/staff-rows.ts';
import { endpointsOf } from '../endpoint.ts';
import { count, done, id, isoDate, linkToken } from '../primitives.ts';

const endpoint = endpointsOf('Reports');

export const SALE_MAIL_KINDS = ['reminder', 'last_days'] as const;
export const MAX_SALE_MAIL_ROWS = 1_000;
/** A purchase counts if it is paid within this many days after the mail. */
export const SALE_MAIL_DAYS = 14;

const saleMailTotals = z.object({
  event: id,
  event_name: z.string(),
  start_date: isoDate,
  kind: z.enum(SALE_MAIL_KINDS),
  sent: count,
  /** Mails whose link was opened. */
  opened: count,
  /** Mails after which something they named was bought. */
  bought: count,
  /** After refunds and disputes. */
  revenue: balance,
});
export type SaleMailTotals = z.output<typeof saleMailTotals>;

export const reminderEndpoints = {
  openSaleMail: endpoint('POST /sale-mails/opened', {
    access: 'public',
    tag: 'Reminders',
    summary: 'Count that the link of a reminder was opened; a second time changes nothing',
    body: z.strictObject({ token: linkToken }),
    limits: [
      { name: 'sale-mail-opened', per: 'device', max: 30, minutes: 60 },
      { name: 'sale-mail-opened', per: 'address', max: 3_000, minutes: 60 },
    ],
    response: done,
  }),
  saleMailReport: endpoint('GET /reports/sale-mails', {
    access: 'reports',
    summary: `Reminders and "last days" mails by event, newest events first, at most ${MAX_SALE_MAIL_ROWS} rows`,
    response: z.array(saleMailTotals),
  }),
};
