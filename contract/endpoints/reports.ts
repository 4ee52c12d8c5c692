import { z } from 'zod';
import { balance, PRODUCTS, reportRow, scraperRow } from '#contract/entities/staff-rows.ts';
import { scrapingMonitorList } from '#contract/lists/operations.ts';
import { endpointsOf } from '../endpoint.ts';
import { listEndpoints } from '../lists/list.ts';
import { reportRowList } from '../lists/report-rows.ts';
import { cents, count, id, idInPath, isoDate, isoTimestamp, timeZone } from '../primitives.ts';

const tag = 'Reports';
const endpoint = endpointsOf(tag);

/** Eleven years. */
export const MAX_REPORT_DAYS = 4_018;

/** One call answers at most this many album payments. */
export const MAX_ALBUM_PAYMENTS = 50_000;

/** The range before it is reported too, so it must not reach back before the calendar begins. */
const reportDay = isoDate.refine((day) => day >= '1970-01-01', 'Choose a day after 1969');

/** Whole days of the time zone; both dates are included. */
const days = { start_date: reportDay, end_date: reportDay, time_zone: timeZone };

export const isReportRange = ({ start_date, end_date }: { start_date: string; end_date: string }) => {
  const length = (Date.parse(end_date) - Date.parse(start_date)) / 86_400_000;
  return length >= 0 && length <= MAX_REPORT_DAYS;
};
const RANGE_RULE = { message: `Choose a range of at most ${MAX_REPORT_DAYS} days`, path: ['end_date'] };

const MOMENT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?(Z|[+ -]\d{2}(?::?\d{2})?)$/i;

/**
 * A moment with any ISO offset becomes UTC. In an address that is not encoded, the plus sign of an offset arrives as a
 * space.
 */
const moment = z
  .string()
  .max(40)
  .transform((value, context) => {
    const [, day, minutes, seconds = '', zone = ''] = MOMENT.exec(value) ?? [];
    const [, sign = '', hours = '', rest = '00'] = /^([+ -])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
    const offset = sign === '' ? 'Z' : `${sign === '-' ? '-' : '+'}${hours}:${rest}`;
    const time = Date.parse(`${day}T${minutes}${seconds}${offset}`);
    if (isoDate.safeParse(day).success && !Number.isNaN(time)) return new Date(time).toISOString();
    context.addIssue({ code: 'custom', message: 'Enter a date, or a time with an offset' });
    return z.NEVER;
  });

/** PostgreSQL knows no year 0. */
const dayOrMoment = z
  .union([isoDate, moment])
  .refine((value) => /^(?!0000)\d{4}-/.test(value), 'Enter a year from 1 to 9999');

/** A day and a moment cannot be compared without a time zone: such a range may be empty. */
const isInOrder = ({ start_date: start, end_date: end }: { start_date: string; end_date: string }) =>
  start.length !== end.length || start <= end;

const money = z.object({
  gross: balance,
  /** A positive amount. */
  refunds: balance,
  disputes: balance,
  /** The card provider's fees for payments and disputes. */
  fees: balance,
  /** The amount that reaches the bank. */
  net: balance,
});
export type ReportMoney = z.output<typeof money>;

const totals = money.extend({ orders: count, customers: count });

const salesReport = z.object({
  /** The last ledger entry that the report can include. */
  through: count,
  totals,
  /** Provider charges that belong to no sale. */
  account_fees: balance,
  /** The same number of days before, cut at the same point while the current range is in progress. */
  previous: totals.extend({ start_date: isoDate, end_date: isoDate, is_partial: z.boolean() }),
  by_day: z.array(money.extend({ day: isoDate })),
  by_event: z.array(money.extend({ event: id, name: z.string(), brand: z.string() })),
  by_brand: z.array(money.extend({ brand: z.string() })),
  by_product: z.array(money.extend({ product: z.enum(PRODUCTS) })),
  coupons: z.array(z.object({ coupon: id, code: z.string(), orders: count, discount: cents, sales: cents })),
  /** The part of the gross paid by customers who had found their athlete by face. */
  facial: z.object({ gross: balance, orders: count }),
  /** The current state of pools opened in the range. */
  pools: z.object({ opened: count, joined: count, filled: count, released: count, open: count }),
  /** `viewed` counts customers who viewed an album they did not own, or bought one. */
  conversion: z.object({ viewed: count, bought: count }),
});
export type SalesReport = z.output<typeof salesReport>;

const salesCharts = z.object({
  /** Net sales by the hour of the day in the time zone, from midnight on. */
  by_hour: z.array(balance).length(24),
  /** Net sales of the days before the range, in their order, to compare them with. */
  before_by_day: z.array(balance),
  /** The best teams by net sales. */
  by_team: z.array(
    z.object({ program_name: z.string(), team_name: z.string(), albums: count, net: balance }),
  ),
  /** Customers who found, viewed or bought an album. */
  found: count,
});
export type SalesCharts = z.output<typeof salesCharts>;

const albumPayment = z.object({
  id,
  order: id,
  album: id,
  album_name: z.string(),
  event: id,
  event_name: z.string(),
  /** Null for staff who may not see customers. */
  customer: id.nullable(),
  customer_name: z.string().nullable(),
  amount: cents,
  refunded: cents,
  facial: z.boolean(),
  pool: z.boolean(),
  coupon: z.string().nullable(),
  paid_at: isoTimestamp,
});
export type AlbumPaymentRow = z.output<typeof albumPayment>;

const photographerRow = z.object({
  /** The name from the camera; null if there is none or the frames no longer exist. */
  photographer: z.string().nullable(),
  /** The roster entry that has this name. */
  roster: z.object({ id, name: z.string() }).nullable(),
  event: id,
  event_name: z.string(),
  event_date: isoDate,
  frames: count,
  published: count,
  /** Frames sold alone or with their album, each counted once. */
  sold: count,
  image_sales: count,
  album_sales: count,
  /** Views of albums that contain one of their frames. */
  views: count,
  /** Without tax. An album's revenue is split by the number of published frames. */
  revenue: balance,
  /** Includes disputes. */
  refunds: balance,
  /** The rate that counts now. */
  commission_rate_basis_points: count,
  /** Added up from the sales, each at the rate of its day. */
  commission: balance,
});
export type PhotographerRow = z.output<typeof photographerRow>;

const statementDays = { start_date: isoDate.optional(), end_date: isoDate.optional(), time_zone: timeZone };
type StatementDays = { start_date?: string | undefined; end_date?: string | undefined };
const namesBothDaysOrNone = ({ start_date, end_date }: StatementDays) =>
  (start_date === undefined) === (end_date === undefined);
const isDaysInOrder = ({ start_date = '', end_date = '' }: StatementDays) => start_date <= end_date;
const BOTH_DAYS_RULE = { message: 'Name both days, or none', path: ['end_date'] };

/** The rows of some events, newest event first; `next` continues as `before`, and is null on the last page. */
const statementPage = z.object({ rows: z.array(photographerRow), next: id.nullable() });
export type StatementPage = z.output<typeof statementPage>;

export const reportEndpoints = {
  albumPaymentReport: endpoint('GET /album-payments/report', {
    access: 'reports',
    summary:
      'Album payments between two days or moments, newest first; long periods in parts by _start and _limit',
    query: z
      .strictObject({
        start_date: dayOrMoment,
        end_date: dayOrMoment,
        time_zone: timeZone,
        _start: z.coerce.number().int().min(0).max(10_000_000).default(0),
        _limit: z.coerce.number().int().min(1).max(MAX_ALBUM_PAYMENTS).optional(),
      })
      .refine(isInOrder, {
        message: 'The last day must not be before the first',
        path: ['end_date'],
      }),
    response: z.array(albumPayment),
  }),
  salesReport: endpoint('GET /reports/sales', {
    access: 'reports',
    summary: 'Get sales of a period compared with the previous one; adds up to the ledger',
    query: z.strictObject(days).refine(isReportRange, RANGE_RULE),
    response: salesReport,
  }),
  salesCharts: endpoint('GET /reports/sales/charts', {
    access: 'reports',
    summary: 'Get sales of a period by hour and team, the days before it, and who found albums',
    query: z.strictObject(days).refine(isReportRange, RANGE_RULE),
    response: salesCharts,
  }),
  photographersReport: endpoint('GET /images/getPhotographersReport', {
    access: 'admin_photographer_report',
    summary: 'List photos, sales, views and commission by photographer and event, of all events',
    query: z
      .strictObject(statementDays)
      .refine(namesBothDaysOrNone, BOTH_DAYS_RULE)
      .refine(isDaysInOrder, RANGE_RULE),
    response: z.array(photographerRow),
  }),
  statementPages: endpoint('GET /reports/statements', {
    access: 'admin_photographer_report',
    summary: 'List photos, sales, views and commission by photographer and event, 50 events per page',
    query: z
      .strictObject({ ...statementDays, before: idInPath.optional() })
      .refine(namesBothDaysOrNone, BOTH_DAYS_RULE)
      .refine(isDaysInOrder, RANGE_RULE),
    response: statementPage,
  }),
};

export const scrapingMonitorEndpoints = listEndpoints(scrapingMonitorList, {
  row: scraperRow,
  access: 'customers',
  tag,
});

export const reportRowListEndpoints = listEndpoints(reportRowList, {
  row: reportRow,
  access: 'reports',
  tag,
  totals: { amount: balance },
});
