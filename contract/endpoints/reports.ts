import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cents, count, id, idInPath, isoDate, isoTimestamp, text } from '../primitives.ts';

const tag = 'Reports';

export const MAX_REPORT_DAYS = 400;
export const REPORT_PAGE_ROWS = 5_000;

/** A name of the time zone database; an offset has no days of its own and means its opposite to some. */
export const timeZone = z
  .string()
  .max(64)
  .regex(/^[A-Za-z][A-Za-z_]*(\/[A-Za-z0-9_+-]+){0,2}$/)
  .refine(isTimeZone, 'Name a time zone, like America/Chicago')
  .default('UTC');

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Whole days of the time zone, both included. */
const days = { start_date: isoDate, end_date: isoDate, time_zone: timeZone };

export const isReportRange = ({ start_date, end_date }: { start_date: string; end_date: string }) => {
  const length = (Date.parse(end_date) - Date.parse(start_date)) / 86_400_000;
  return length >= 0 && length <= MAX_REPORT_DAYS;
};
const RANGE_RULE = { message: `Choose a range of at most ${MAX_REPORT_DAYS} days`, path: ['end_date'] };

/** Cents that may be below zero: what went back can be more than what came in. */
const balance = z.int();

const money = z.object({
  gross: balance,
  /** What went back to buyers, as a positive amount. */
  refunds: balance,
  disputes: balance,
  net: balance,
});
export type ReportMoney = z.output<typeof money>;

const totals = money.extend({ orders: count, customers: count });

export const PRODUCTS = ['album', 'image'] as const;
export const MONEY_KINDS = ['charge', 'refund', 'dispute'] as const;
/** A minus is the most of it first: the newest, the dearest. */
export const ROW_SORTS = ['-time', 'time', '-amount', 'amount'] as const;
export const YES_OR_NO = ['yes', 'no'] as const;
export const MAX_ROW_SEARCH = 100;

const salesReport = z.object({
  totals,
  /** The same number of days before; while the range is not over, only as far into it as we are now. */
  previous: totals.extend({ start_date: isoDate, end_date: isoDate, is_partial: z.boolean() }),
  by_day: z.array(money.extend({ day: isoDate })),
  by_event: z.array(money.extend({ event: id, name: z.string(), brand: z.string() })),
  by_brand: z.array(money.extend({ brand: z.string() })),
  by_product: z.array(money.extend({ product: z.enum(PRODUCTS) })),
  coupons: z.array(z.object({ coupon: id, code: z.string(), orders: count, discount: cents, sales: cents })),
  /** Of the gross: paid by people who had found their athlete by face. */
  facial: z.object({ gross: balance, orders: count }),
  /** Of the pools opened in the range, as they stand now. */
  pools: z.object({ opened: count, joined: count, filled: count, released: count, open: count }),
  /** Who looked at an album they did not own, or bought; and who of them bought. */
  conversion: z.object({ viewed: count, bought: count }),
});
export type SalesReport = z.output<typeof salesReport>;

const reportRow = z.object({
  key: z.string(),
  at: isoTimestamp,
  kind: z.enum(['charge', 'refund', 'refund_failed', 'dispute', 'dispute_won']),
  amount: balance,
  order: id,
  line: id,
  product: z.enum(PRODUCTS),
  album: id,
  album_name: z.string(),
  image: id.nullable(),
  event: id,
  event_name: z.string(),
  brand: z.string(),
  customer: id,
  customer_name: z.string(),
  facial: z.boolean(),
  pool: z.boolean(),
  coupon: z.string().nullable(),
});
export type ReportRow = z.output<typeof reportRow>;

const albumPayment = z.object({
  id,
  order: id,
  album: id,
  album_name: z.string(),
  event: id,
  event_name: z.string(),
  customer: id,
  customer_name: z.string(),
  amount: cents,
  refunded: cents,
  facial: z.boolean(),
  pool: z.boolean(),
  coupon: z.string().nullable(),
  paid_at: isoTimestamp,
});
export type AlbumPaymentRow = z.output<typeof albumPayment>;

const photographerRow = z.object({
  /** As the camera wrote it; null where it wrote none, and for what no frame is left of. */
  photographer: z.string().nullable(),
  event: id,
  event_name: z.string(),
  event_date: isoDate,
  frames: count,
  published: count,
  /** Frames that were sold, alone or with their album, each once. */
  sold: count,
  image_sales: count,
  album_sales: count,
  /** Of the albums with a frame of theirs. */
  views: count,
  /** An album's money is split over its photographers by their published frames in it. */
  revenue: balance,
  /** Refunds and disputes. */
  refunds: balance,
  commission_rate_basis_points: count,
  commission: balance,
});
export type PhotographerRow = z.output<typeof photographerRow>;

const rowFilter = {
  ...days,
  kind: z.enum(MONEY_KINDS).optional(),
  product: z.enum(PRODUCTS).optional(),
  event: idInPath.optional(),
  brand: z.string().max(200).optional(),
  pool: z.enum(YES_OR_NO).optional(),
  facial: z.enum(YES_OR_NO).optional(),
  coupon: z.enum(YES_OR_NO).optional(),
  /** Words of the customer's name or e-mail address, or of the album and its event; or the order's number. */
  q: text(MAX_ROW_SEARCH).optional(),
  /** What the first page answered: later movements are left out, so that pages and sums stay of one list. */
  through: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
};

export const reportEndpoints = {
  albumPaymentReport: endpoint({
    method: 'GET',
    path: '/album-payments/report',
    access: 'reports',
    tag,
    summary: 'Album payments (lines of paid orders) between two days, or two moments, newest first',
    query: z
      .strictObject({
        start_date: z.union([isoDate, isoTimestamp]),
        end_date: z.union([isoDate, isoTimestamp]),
        time_zone: timeZone,
      })
      .refine(isReportRange, RANGE_RULE),
    response: z.array(albumPayment),
  }),
  salesReport: endpoint({
    method: 'GET',
    path: '/reports/sales',
    access: 'reports',
    tag,
    summary: 'Sales of some days beside those before: equal to the ledger to the cent',
    query: z.strictObject(days).refine(isReportRange, RANGE_RULE),
    response: salesReport,
  }),
  reportRows: endpoint({
    method: 'GET',
    path: '/reports/rows',
    access: 'reports',
    tag,
    summary:
      'What a figure of the sales report is made of: every movement of money by order line, filtered and sorted',
    query: z
      .strictObject({
        ...rowFilter,
        sort: z.enum(ROW_SORTS).default('-time'),
        /** What the page before calls `next`. */
        after: z
          .string()
          .regex(/^\d{1,10}\.\d{1,10}(\.-?\d{1,10})?$/)
          .optional(),
        limit: z.coerce.number().int().min(1).max(REPORT_PAGE_ROWS).default(100),
      })
      .refine(isReportRange, RANGE_RULE),
    response: z.object({ rows: z.array(reportRow), next: z.string().nullable(), through: count }),
  }),
  reportRowTotals: endpoint({
    method: 'GET',
    path: '/reports/rows/totals',
    access: 'reports',
    tag,
    summary: 'How many rows of the sales report pass a filter, and what they add up to',
    query: z.strictObject(rowFilter).refine(isReportRange, RANGE_RULE),
    response: z.object({ rows: count, amount: balance }),
  }),
  photographersReport: endpoint({
    method: 'GET',
    path: '/images/getPhotographersReport',
    access: 'admin_photographer_report',
    tag,
    summary:
      'Per photographer and event: frames, published, sold, views, revenue, refunds, commission; of some days or of all time',
    query: z
      .strictObject({ start_date: isoDate.optional(), end_date: isoDate.optional(), time_zone: timeZone })
      .refine(({ start_date, end_date }) => (start_date === undefined) === (end_date === undefined), {
        message: 'Name both days, or none',
        path: ['end_date'],
      })
      .refine(({ start_date = '', end_date = '' }) => start_date <= end_date, RANGE_RULE),
    response: z.array(photographerRow),
  }),
};
