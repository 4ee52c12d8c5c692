// A month is closed once, after all months before it: its statements are frozen, and what comes later is booked into the
// next month.
import type { MonthStatement, MonthWithStatements, StatementMonth } from '#contract/endpoints/statements.ts';
import type { Tx } from '#server/context.ts';
import { listPeople } from '#server/modules/accounts/find-people.ts';
import { insertClosedMonth, lockMonths, monthAfter, monthOf } from '#server/modules/ledger/closed-months.ts';
import { bookCreditsOfLockedMonths } from '#server/modules/ledger/ledger.ts';
import { readCredits } from '#server/modules/roster/credits.ts';
import { listPhotographers, lockRoster } from '#server/modules/roster/roster.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { toIso } from '#server/platform/time/timestamps.ts';
import { freezeJournals } from './journal-months.ts';
import {
  type EarnedLine,
  findFirstMonth,
  insertStatements,
  listClosedMonths,
  listEarned,
  listEarnedByRules,
  listFrozen,
  listIssuedTo,
  type StatementRow,
} from './statement-months.queries.ts';

export type IssuedStatement = MonthStatement & { month: string; siteName: string | null };
type MonthsTx = Pick<Tx, 'db' | 'clock' | 'log' | 'payments'>;

export async function listStatementMonths(tx: MonthsTx): Promise<StatementMonth[]> {
  const { db, payments, clock } = tx;
  const { reporting_time_zone: timeZone } = await getSettings(tx);
  const closed = await listClosedMonths(db, payments.mode);
  const people = await listPeople(
    db,
    closed.map(({ closedBy }) => closedBy),
  );
  const today = monthOf(clock.now(), timeZone);
  const lastClosed = closed
    .map(({ month }) => month)
    .sort()
    .at(-1);
  const open: StatementMonth[] = [];
  const first = lastClosed ? monthAfter(lastClosed) : ((await findFirstMonth(db, payments.mode)) ?? today);
  // Where the time zone has moved back into a closed month, sales are booked into the first one after it.
  for (let month = first; month === first || month <= today; month = monthAfter(month)) {
    const state = month >= today ? 'running' : month === first ? 'due' : 'waiting';
    open.push({
      month: month.slice(0, 7),
      state,
      closed_at: null,
      closed_by: null,
      statements: null,
      earned: null,
    });
  }
  return [
    ...closed.map(
      ({ month, closedAt, closedBy, statements, earnedCents }): StatementMonth => ({
        month: month.slice(0, 7),
        state: 'closed',
        closed_at: toIso(closedAt),
        closed_by: people.get(closedBy ?? 0)?.name ?? null,
        statements,
        earned: earnedCents,
      }),
    ),
    ...open,
  ].sort((a, b) => (a.month < b.month ? 1 : -1));
}

/** Reads what is frozen of a closed month, and what the ledger says of an open one. */
export async function showMonth(tx: MonthsTx, wanted: string): Promise<MonthWithStatements> {
  const { db, payments } = tx;
  const found = (await listStatementMonths(tx)).find(({ month }) => month === wanted);
  if (!found) throw new AppError('not_found');
  const ofMonth = { mode: payments.mode, month: firstDay(wanted) };
  const rows = found.state === 'closed' ? await listFrozen(db, ofMonth) : await creditEarned(db, ofMonth);
  return { ...found, list: toWire(rows) };
}

export async function closeMonth(tx: MonthsTx, actor: Actor, wanted: string): Promise<MonthWithStatements> {
  const { db, payments } = tx;
  await lockMonths(db);
  const months = await listStatementMonths(tx);
  const found = months.find(({ month }) => month === wanted);
  if (!found) throw new AppError('not_found');
  if (found.state !== 'due') throw new AppError('conflict', { message: whyNot(found, months) });
  // A name that is linked now would be on the statement, but nobody would be paid for it.
  await lockRoster(db);
  await bookCreditsOfLockedMonths(tx);
  const ofMonth = { mode: payments.mode, month: firstDay(wanted) };
  await insertClosedMonth(tx, { ...ofMonth, closedBy: actor.userId });
  const statements = groupRows(await creditEarned(db, ofMonth));
  await insertStatements(db, ofMonth, statements);
  await freezeJournals(tx);
  const after = await showMonth(tx, wanted);
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'statements.close',
    subject: `statements:${wanted}`,
    after: { month: wanted, statements: after.statements, earned: after.earned },
  });
  return after;
}

function whyNot({ month, state }: StatementMonth, months: readonly StatementMonth[]): string {
  if (state === 'closed') return `${formatMonth(month)} is already closed.`;
  if (state === 'running') return `${formatMonth(month)} has not ended yet.`;
  const due = months.find((other) => other.state === 'due');
  return `Close ${formatMonth(due?.month ?? month)} first.`;
}

const firstDay = (month: string) => `${month}-01`;

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' });
export const formatMonth = (month: string) => MONTH.format(new Date(firstDay(month)));

type StatementLineRow = StatementRow & EarnedLine;

/**
 * Names the person for whom each share was booked, who is the one that is paid, also after their name went to somebody else.
 * Other spellings of theirs are added up.
 */
async function creditEarned(db: Db, ofMonth: Parameters<typeof listEarned>[1]): Promise<StatementLineRow[]> {
  const personOf = await readCredits(db);
  const people = new Map((await listPhotographers({ db })).map((person) => [person.id, person]));
  const sums = new Map<string, StatementLineRow>();
  for (const { photographer, photographerId, isNobodys, ...line } of await listEarned(db, ofMonth)) {
    const owner = photographerId === null ? personOf(photographer) : people.get(photographerId);
    const person = isNobodys ? undefined : owner;
    const name = person?.name ?? photographer;
    const key = JSON.stringify([person?.id, name, line.eventId, line.saleMonth, line.rateBasisPoints]);
    const sum = sums.get(key);
    sums.set(key, {
      number: null,
      photographerId: person?.id ?? null,
      payeeId: null,
      name,
      ...line,
      revenueCents: line.revenueCents + (sum?.revenueCents ?? 0),
      refundCents: line.refundCents + (sum?.refundCents ?? 0),
      feeCents: 0,
      earnedCents: line.earnedCents + (sum?.earnedCents ?? 0),
    });
  }
  const byRules = (await listEarnedByRules(db, ofMonth)).map((line) => ({
    number: null,
    photographerId: null,
    ...line,
  }));
  return [...sums.values(), ...byRules];
}

/** The statements issued to a payee. */
export const listIssued = (
  { db, payments }: Pick<Tx, 'db' | 'payments'>,
  { id: payeeId, photographerId }: { id: number; photographerId: number | null },
) => listIssuedTo(db, { mode: payments.mode, payeeId, photographerId });

/** A statement of a closed month, if it has the number. */
export async function readStatement(
  { db, payments }: Pick<Tx, 'db' | 'payments'>,
  number: number,
): Promise<IssuedStatement> {
  const rows = await listFrozen(db, { mode: payments.mode, number });
  const [statement] = toWire(rows);
  if (!statement || !rows[0]) throw new AppError('not_found');
  return { ...statement, month: rows[0].month.slice(0, 7), siteName: rows[0].siteName };
}

/** By name; photos without a credit come last. */
function groupRows(rows: readonly StatementLineRow[]) {
  const groups = Map.groupBy(rows, ({ photographerId, payeeId, name }) =>
    JSON.stringify([photographerId, payeeId, name]),
  );
  return [...groups.values()]
    .map((own) => {
      const [{ number, photographerId, payeeId, name }] = own as [StatementLineRow];
      const lines = own.map(
        ({ number: _number, photographerId: _person, payeeId: _payee, name: _name, ...line }) => line,
      );
      return { number, photographerId, payeeId, name, lines };
    })
    .sort((a, b) => (a.name ?? '\uffff').localeCompare(b.name ?? '\uffff'));
}

/** Sales of the month come first, the newest event on top, then what corrects earlier months. */
function toWire(rows: readonly StatementLineRow[]): MonthStatement[] {
  return groupRows(rows).map(({ number, photographerId, payeeId, name, lines }) => ({
    number,
    photographer: photographerId,
    payee: payeeId,
    name,
    lines: lines
      .map((line) => ({
        event: line.eventId,
        event_name: line.eventName,
        event_date: line.eventDate,
        sale_month: line.saleMonth.slice(0, 7),
        rate_basis_points: line.rateBasisPoints,
        revenue: line.revenueCents,
        refunds: line.refundCents,
        fees: line.feeCents,
        earned: line.earnedCents,
      }))
      .sort(
        (a, b) =>
          b.sale_month.localeCompare(a.sale_month) ||
          b.event_date.localeCompare(a.event_date) ||
          b.event - a.event ||
          b.rate_basis_points - a.rate_basis_points,
      ),
  }));
}
