import { z } from 'zod';
import { balance } from '#contract/entities/staff-rows.ts';
import { endpointsOf } from '../endpoint.ts';
import { count, id, idInPath, isoDate, isoTimestamp } from '../primitives.ts';

const endpoint = endpointsOf('Statements');

/** A month of the reporting time zone, like 2026-10. */
export const month = z.string().regex(/^(19[7-9]\d|2\d{3})-(0[1-9]|1[0-2])$/, 'Name a month, like 2026-10');

export const STATEMENTS_OF_LINK = 24;

/** Statements behind a payee's secret link. */
export const issuedStatement = z.object({ number: count, month, earned: balance });

const statementLine = z.object({
  event: id,
  event_name: z.string(),
  event_date: isoDate,
  /** The month of the sale: an earlier one for a refund that came after that month was closed. */
  sale_month: month,
  rate_basis_points: count,
  /** Without tax. */
  revenue: balance,
  refunds: balance,
  /** Card fees, which shares after fees bear. */
  fees: balance,
  earned: balance,
});
export type StatementLine = z.output<typeof statementLine>;

const statement = z.object({
  /** Null until the month is closed. */
  number: count.nullable(),
  /** Null if nobody on the roster has the name. */
  photographer: id.nullable(),
  /** A producer or gym; null for photographers. */
  payee: id.nullable(),
  /** Null for photos without a credit. */
  name: z.string().nullable(),
  lines: z.array(statementLine),
});
export type MonthStatement = z.output<typeof statement>;

export const statementMonth = z.object({
  month,
  /** A month that has ended is due once all months before it are closed. */
  state: z.enum(['closed', 'due', 'waiting', 'running']),
  closed_at: isoTimestamp.nullable(),
  closed_by: z.string().nullable(),
  /** Null until the month is closed. */
  statements: count.nullable(),
  earned: balance.nullable(),
});
export type StatementMonth = z.output<typeof statementMonth>;

const monthWithStatements = statementMonth.extend({ list: z.array(statement) });
export type MonthWithStatements = z.output<typeof monthWithStatements>;

export const statementEndpoints = {
  listStatementMonths: endpoint('GET /statements/months', {
    access: 'admin_photographer_report',
    summary: 'List the months with sales, newest first',
    response: z.array(statementMonth),
  }),
  showMonth: endpoint('GET /statements/months/:month', {
    access: 'admin_photographer_report',
    summary: 'List what each photographer earned in a month; frozen once it is closed',
    params: z.strictObject({ month }),
    response: monthWithStatements,
  }),
  closeMonth: endpoint('POST /statements/months/:month/close', {
    access: 'payouts',
    summary: 'Close a month for good: its statements are numbered and never change again',
    params: z.strictObject({ month }),
    response: monthWithStatements,
  }),
  statementPdf: endpoint('GET /statements/:number/pdf', {
    access: 'admin_photographer_report',
    summary: 'Get a statement of a closed month as a PDF file, the same bytes each time',
    params: z.strictObject({ number: idInPath }),
    raw: true,
  }),
};
