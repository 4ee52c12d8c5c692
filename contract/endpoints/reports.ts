import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { cents, count, id, idInPath, isoDate, isoTimestamp, text } from '../primitives.ts';

const tag = 'Reports';

export const MAX_REPORT_DAYS = 400;
export const REPORT_PAGE_ROWS = 5_000;

/** Offsets are refused: they ignore daylight saving time, and PostgreSQL reads their sign the other way round. */
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

/** Whole days of the time zone; both dates are included. */
const days = { start_date: isoDate, end_date: isoDate, time_zone: timeZone };

export const isReportRange = ({ start_date, end_date }: { start_date: string; end_date: string }) => {
  const length = (Date.parse(end_date) - Date.parse(start_date)) / 86_400_000;
  return length >= 0 && length <= MAX_REPORT_DAYS;
};
const RANGE_RULE = { message: `Choose a range of at most ${MAX_REPORT_DAYS} days`, path: ['end_date'] };

/** Cents; negative when refunds exceed sales. */
const balance = z.int();

const money = z.object({
  gross: balance,
  /** A positive amount. */
  refunds: balance,
  disputes: balance,
  net: balance,
});
export type ReportMoney = z.output<typeof money>;

const totals = money.extend({ orders: count, customers: count });

export const PRODUCTS = ['album', 'image'] as const;
export const MONEY_KINDS = ['charge', 'refund', 'dispute'] as const;
/** A minus sorts in descending order. */
export const ROW_SORTS = ['-time', 'time', '-amount', 'amount'] as const;
export const YES_OR_NO = ['yes', 'no'] as const;
export const MAX_ROW_SEARCH = 100;

const salesReport = z.object({
  totals,
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
  /** The name from the camera; null if there is none or the frames no longer exist. */
  photographer: z.string().nullable(),
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
  /** An album's revenue is split by the number of published frames. */
  revenue: balance,
  /** Includes disputes. */
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
  /** Words from the customer, the album or its event, or an order number. */
  q: text(MAX_ROW_SEARCH).optional(),
  /** The value from the first page; later entries are left out, so that pages and totals match. */
  through: z.coerce.number().int().min(0).max(2_147_483_647).optional(),
};

export const reportEndpoints = {
  albumPaymentReport: endpoint({
    method: 'GET',
    path: '/album-payments/report',
    access: 'reports',
    tag,
    summary: 'Album payments between two days or moments, newest first',
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
    summary: 'Sales of a period compared with the one before; adds up to the ledger',
    query: z.strictObject(days).refine(isReportRange, RANGE_RULE),
    response: salesReport,
  }),
  reportRows: endpoint({
    method: 'GET',
    path: '/reports/rows',
    access: 'reports',
    tag,
    summary: 'The rows behind the sales report: every ledger movement by order line',
    query: z
      .strictObject({
        ...rowFilter,
        sort: z.enum(ROW_SORTS).default('-time'),
        /** The `next` value of the previous page. */
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
    summary: 'Number and total of the filtered report rows',
    query: z.strictObject(rowFilter).refine(isReportRange, RANGE_RULE),
    response: z.object({ rows: count, amount: balance }),
  }),
  photographersReport: endpoint({
    method: 'GET',
    path: '/images/getPhotographersReport',
    access: 'admin_photographer_report',
    tag,
    summary: 'Frames, sales, views and commission by photographer and event',
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
