import { creditKey } from '#contract/rules/credits.ts';
import { albumsToJoin } from '#server/modules/catalogue/albums.ts';
import { getPhotographer } from '#server/modules/roster/roster.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';

/** The names of a program differ in case, accents and spaces only. */
export const sameProgram = (one: string, other: string) => creditKey(one) === creditKey(other);

export type LineRow = Awaited<ReturnType<typeof listLinesOfSales>>[number];

/** All lines of the ledger about the order lines, oldest first, with the shares of their photographers. */
export async function listLinesOfSales(db: Db, orderLineIds: number[]) {
  const lines = await db
    .selectFrom('ledgerLines as line')
    .innerJoin(albumsToJoin(db).as('album'), 'album.id', 'line.albumId')
    .select(['line.id', 'line.orderLineId', 'line.attemptId', 'line.mode', 'line.kind', 'line.occurredAt'])
    .select(['line.eventId', 'line.amountCents', 'line.taxCents', 'line.sales', 'line.statementMonth'])
    .select('album.programName')
    .where('line.orderLineId', '=', anyOf(orderLineIds))
    .orderBy('line.id')
    .execute();
  const shares = await db
    .selectFrom('ledgerLineShares')
    .select(['lineId', 'photographer', 'earnedCents'])
    .where('lineId', '=', anyOf(lines.map(({ id }) => id)))
    .orderBy('photographer')
    .execute();
  const ofLine = Map.groupBy(shares, ({ lineId }) => lineId);
  return lines.map((line) => ({ ...line, shares: ofLine.get(line.id) ?? [] }));
}

export type BookedRow = Awaited<ReturnType<typeof listBooked>>[number];

export function listBooked(db: Db, orderLineIds: number[]) {
  return db
    .selectFrom('payeeLines as own')
    .innerJoin('ledgerLines as line', 'line.id', 'own.ledgerLineId')
    .select(['own.payeeId', 'own.ledgerLineId', 'own.ruleId', 'own.credit', 'own.amountCents'])
    .select(['line.orderLineId', 'line.attemptId'])
    .where('line.orderLineId', '=', anyOf(orderLineIds))
    .orderBy('own.id')
    .execute();
}

export type RuleRow = Awaited<ReturnType<typeof listRulesOfEvents>>[number];

const rulesWithPayees = (db: Db) =>
  db
    .selectFrom('shareRules as rule')
    .innerJoin('payees', 'payees.id', 'rule.payeeId')
    .select(['rule.id', 'rule.eventId', 'rule.payeeId', 'rule.basisPoints', 'rule.cents', 'rule.basis'])
    .select(['rule.fromDate', 'payees.programName', 'payees.kind', 'payees.displayName'])
    .$narrowType<{ basis: 'net_of_tax' | 'net_of_fees'; kind: 'producer' | 'gym' }>();

/** In the order in which they begin; of those that begin on one day, the one that was made last counts. */
export function listRulesOfEvents(db: Db, eventIds: number[]) {
  return rulesWithPayees(db)
    .where('rule.eventId', '=', anyOf(eventIds))
    .orderBy('rule.fromDate')
    .orderBy('rule.id')
    .execute();
}

export function listRulesById(db: Db, ids: number[]) {
  return rulesWithPayees(db).where('rule.id', '=', anyOf(ids)).execute();
}

/** Adds those who are no payees yet, in one order so that two sales never wait for each other. */
export async function findPayeesOfPhotographers(
  db: Db,
  photographerIds: number[],
  createdAt: string,
): Promise<Map<number, number>> {
  if (photographerIds.length === 0) return new Map();
  const known = await listOfPhotographers(db, photographerIds);
  const missing = photographerIds.filter((id) => !known.has(id)).sort((a, b) => a - b);
  for (const photographerId of missing) {
    const { name: displayName, email } = await getPhotographer(db, photographerId);
    await db
      .insertInto('payees')
      .values({ kind: 'photographer', photographerId, displayName, email, createdAt })
      .onConflict((conflict) => conflict.column('photographerId').doNothing())
      .execute();
  }
  return missing.length === 0 ? known : listOfPhotographers(db, photographerIds);
}

async function listOfPhotographers(db: Db, photographerIds: number[]): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('payees')
    .select(['id', 'photographerId'])
    .where('photographerId', '=', anyOf(photographerIds))
    .execute();
  return new Map(rows.map((row) => [row.photographerId ?? 0, row.id]));
}

export type NewPayeeLine = {
  line: LineRow;
  payeeId: number;
  ruleId: number | null;
  credit: string | null;
  amountCents: number;
};

const ROWS_PER_INSERT = 2_000;

export async function insertPayeeLines(db: Db, lines: readonly NewPayeeLine[]): Promise<void> {
  if (lines.length === 0) return;
  const soldAt = await readSoldAt(db, lines);
  const rows = lines.map(({ line, payeeId, ruleId, credit, amountCents }) => ({
    payeeId,
    ledgerLineId: line.id,
    ruleId,
    credit,
    amountCents,
    occurredAt: line.occurredAt,
    soldAt: soldAt.get(`${line.orderLineId} ${line.attemptId}`) ?? line.occurredAt,
    statementMonth: line.statementMonth,
    mode: line.mode,
    kind: line.kind,
  }));
  for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
    await db
      .insertInto('payeeLines')
      .values(rows.slice(at, at + ROWS_PER_INSERT))
      .execute();
  }
}

async function readSoldAt(db: Db, lines: readonly NewPayeeLine[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('ledgerLines')
    .select(['orderLineId', 'attemptId', 'occurredAt'])
    .where('orderLineId', '=', anyOf([...new Set(lines.map(({ line }) => line.orderLineId))]))
    .where('kind', '=', 'charge')
    .execute();
  return new Map(rows.map((row) => [`${row.orderLineId} ${row.attemptId}`, row.occurredAt]));
}

type Unbooked = { mode: string; since: string | null };

/**
 * Shares of photographers that belong to no payee, from the first open month of the mode on. What follows a sale of a closed
 * month that was nobody's is nobody's.
 */
const unbookedShares = (db: Db, { mode, since }: Unbooked) =>
  db
    .selectFrom('ledgerLineShares as share')
    .innerJoin('ledgerLines as line', 'line.id', 'share.lineId')
    .leftJoin('payeeLines as own', (join) =>
      join.onRef('own.ledgerLineId', '=', 'share.lineId').onRef('own.credit', '=', 'share.photographer'),
    )
    .where('line.mode', '=', mode)
    .$if(since !== null, (query) => query.where('line.statementMonth', '>=', since ?? ''))
    .where('share.earnedCents', '<>', 0)
    .where('share.photographer', 'is not', null)
    .where('own.id', 'is', null)
    .where((eb) =>
      eb.or([
        eb('line.kind', '=', 'charge'),
        eb.exists(
          eb
            .selectFrom('ledgerLines as charge')
            .innerJoin('payeeLines as credited', 'credited.ledgerLineId', 'charge.id')
            .select('charge.id')
            .whereRef('charge.orderLineId', '=', 'line.orderLineId')
            .whereRef('charge.attemptId', '=', 'line.attemptId')
            .whereRef('credited.credit', '=', 'share.photographer'),
        ),
      ]),
    );

export async function listUnbookedNames(db: Db, unbooked: Unbooked): Promise<string[]> {
  const rows = await unbookedShares(db, unbooked).select('share.photographer').distinct().execute();
  return rows.flatMap(({ photographer }) => photographer ?? []);
}

export function listUnbookedSales(db: Db, unbooked: Unbooked, names: string[], limit: number) {
  return unbookedShares(db, unbooked)
    .select(['line.orderId', 'line.orderLineId'])
    .distinct()
    .where('share.photographer', '=', anyOf(names))
    .orderBy('line.orderId')
    .orderBy('line.orderLineId')
    .limit(limit)
    .execute();
}
