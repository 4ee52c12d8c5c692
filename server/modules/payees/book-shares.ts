import { sumCents } from '#contract/rules/money.ts';
import type { Tx } from '#server/context.ts';
import { readCredits } from '#server/modules/roster/credits.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import type { Db } from '#server/platform/database/database.ts';
import { localDate } from '#server/platform/time/clock.ts';
import {
  type BookedRow,
  findPayeesOfPhotographers,
  insertPayeeLines,
  type LineRow,
  listBooked,
  listLinesOfSales,
  listRulesById,
  listRulesOfEvents,
  listUnbookedNames,
  listUnbookedSales,
  type NewPayeeLine,
  type RuleRow,
  sameProgram,
} from './book-shares.queries.ts';
import { type RulePart, type SoldLine, splitByRules } from './split-rules.rules.ts';

// Writes what lines of the ledger mean for payees, in the transaction of those lines. Only the ledger calls this, and
// nothing else writes payee lines.

type BookTx = Pick<Tx, 'db' | 'log'>;

type ToBook = {
  orderLineIds: number[];
  /** Lines that have just been written. Shares of older ones are booked once somebody is named for their credit. */
  newLineIds: readonly number[];
  /** A closed month gets no lines. */
  isOpen: (line: { mode: string; statementMonth: string }) => boolean;
};

/** The caller holds the locks of the orders and the months. */
export async function bookShares(tx: BookTx, { orderLineIds, newLineIds, isOpen }: ToBook): Promise<void> {
  if (orderLineIds.length === 0) return;
  const lines = await listLinesOfSales(tx.db, orderLineIds);
  const booked = await listBooked(tx.db, orderLineIds);
  await insertPayeeLines(tx.db, [
    ...(await bookCredits(tx.db, lines.filter(isOpen), booked)),
    ...(await bookRules(tx, lines, booked, new Set(newLineIds))),
  ]);
}

const chargeOf = ({ orderLineId, attemptId }: Pick<LineRow, 'orderLineId' | 'attemptId'>, credit: string) =>
  `${orderLineId} ${attemptId} ${credit}`;
const saleOf = ({ orderLineId }: { orderLineId: number }, credit: string) => `${orderLineId} ${credit}`;

/** A photographer's share goes to whoever its credit names; what follows a sale stays with the same payee. */
async function bookCredits(db: Db, lines: LineRow[], booked: BookedRow[]): Promise<NewPayeeLine[]> {
  const isBooked = new Set(booked.map(({ ledgerLineId, credit }) => `${ledgerLineId} ${credit}`));
  const isCredited = new Set(booked.map((one) => chargeOf(one, one.credit ?? '')));
  const shares: { line: LineRow; credit: string; earnedCents: number }[] = [];
  for (const line of lines) {
    for (const { photographer: credit, earnedCents } of line.shares) {
      if (credit === null || earnedCents === 0 || isBooked.has(`${line.id} ${credit}`)) continue;
      // A sale of a closed month was nobody's, so nothing of it is taken back either.
      if (line.kind === 'charge') isCredited.add(chargeOf(line, credit));
      if (isCredited.has(chargeOf(line, credit))) shares.push({ line, credit, earnedCents });
    }
  }
  if (shares.length === 0) return [];
  const payees = new Map(
    booked.flatMap((one) =>
      one.credit === null ? [] : [[saleOf(one, one.credit), one.payeeId] as [string, number]],
    ),
  );
  const personOf = await readCredits(db);
  const people = shares.flatMap(({ line, credit }) =>
    payees.has(saleOf(line, credit)) ? [] : (personOf(credit)?.id ?? []),
  );
  const createdAt = shares[0]?.line.occurredAt ?? '';
  const payeeOf = await findPayeesOfPhotographers(db, [...new Set(people)], createdAt);
  return shares.flatMap(({ line, credit, earnedCents: amountCents }) => {
    const payeeId = payees.get(saleOf(line, credit)) ?? payeeOf.get(personOf(credit)?.id ?? 0);
    return payeeId === undefined ? [] : [{ line, payeeId, ruleId: null, credit, amountCents }];
  });
}

async function bookRules(
  tx: BookTx,
  lines: LineRow[],
  booked: BookedRow[],
  isNew: ReadonlySet<number>,
): Promise<NewPayeeLine[]> {
  const { db } = tx;
  const fresh = lines.filter(({ id }) => isNew.has(id));
  const eventIds = fresh.flatMap(({ kind, eventId }) => (kind === 'charge' ? [eventId] : []));
  const ofEvents = await listRulesOfEvents(db, [...new Set(eventIds)]);
  const earlier = await listRulesById(db, [...new Set(booked.flatMap(({ ruleId }) => ruleId ?? []))]);
  if (ofEvents.length === 0 && earlier.length === 0) return [];
  const known = new Map([...earlier, ...ofEvents].map((rule) => [rule.id, rule]));
  const { reporting_time_zone: timeZone } = await getSettings(tx);
  const written: NewPayeeLine[] = [];
  for (const own of Map.groupBy(lines, ({ orderLineId }) => orderLineId).values()) {
    const parts: RulePart[] = booked.flatMap(({ ruleId, ledgerLineId, payeeId, amountCents }) =>
      ruleId !== null && own.some(({ id }) => id === ledgerLineId)
        ? [{ lineId: ledgerLineId, ruleId, payeeId, amountCents }]
        : [],
    );
    for (const [position, line] of own.entries()) {
      if (!isNew.has(line.id)) continue;
      const before = own.slice(0, position);
      const rules =
        line.kind === 'charge'
          ? inForce(ofEvents, line, localDate(new Date(line.occurredAt), timeZone))
          : paidBefore(known, parts, before, line);
      const added = splitByRules(toSold(line), rules, before.map(toSold), parts);
      parts.push(...added);
      written.push(...added.map((part) => ({ ...part, line, credit: null })));
    }
  }
  return written;
}

/** The latest rule in force of each payee; a gym's rule covers only its own albums. */
export function inForce(
  rules: readonly RuleRow[],
  { eventId, programName }: Pick<LineRow, 'eventId' | 'programName'>,
  day: string,
): RuleRow[] {
  const begun = rules.filter(
    (rule) =>
      rule.eventId === eventId &&
      rule.fromDate <= day &&
      (rule.programName === null || sameProgram(rule.programName, programName)),
  );
  // The rules come in the order in which they begin.
  const last = new Map(begun.map((rule) => [rule.payeeId, rule]));
  return [...last.values()].sort((a, b) => a.id - b.id);
}

function paidBefore(
  known: ReadonlyMap<number, RuleRow>,
  parts: readonly RulePart[],
  before: readonly LineRow[],
  { attemptId }: LineRow,
): RuleRow[] {
  const ofSale = new Set(before.flatMap((line) => (line.attemptId === attemptId ? [line.id] : [])));
  const ids = new Set(parts.flatMap(({ lineId, ruleId }) => (ofSale.has(lineId) ? [ruleId] : [])));
  return [...ids].sort((a, b) => a - b).flatMap((id) => known.get(id) ?? []);
}

const toSold = ({ shares, ...line }: LineRow): SoldLine => ({
  ...line,
  photographersCents: sumCents(shares.map(({ earnedCents }) => earnedCents)),
});

const SALES_PER_BATCH = 500;

/**
 * Finds the next sales of open months whose credits have become somebody's since, for example because a name was linked to
 * a photographer. The caller locks their orders and books them.
 */
export async function findLateCredits(db: Db, unbooked: { mode: string; since: string | null }) {
  const personOf = await readCredits(db);
  const names = (await listUnbookedNames(db, unbooked)).filter((name) => personOf(name) !== undefined);
  return names.length === 0 ? [] : listUnbookedSales(db, unbooked, names, SALES_PER_BATCH);
}
