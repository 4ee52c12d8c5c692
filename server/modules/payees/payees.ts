import {
  MAX_PAYEES,
  type NewPayee,
  type PayeeChange,
  type PayeeWithMoney,
  type PayoutsOverview,
  type PayPreview,
  type TaxYear,
} from '#contract/endpoints/payees.ts';
import type { Photographer } from '#contract/endpoints/roster.ts';
import { sumCents } from '#contract/rules/money.ts';
import { nextTransferDay, type PayeeKind } from '#contract/rules/payees.ts';
import type { Tx } from '#server/context.ts';
import { listPhotographers } from '#server/modules/roster/roster.ts';
import { getSettings } from '#server/modules/settings/get-settings.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { checkVersion, recordChange } from '#server/platform/audit/versions.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { localDate, minutesFrom } from '#server/platform/time/clock.ts';
import { toIso } from '#server/platform/time/timestamps.ts';
import { findPayeesOfPhotographers } from './book-shares.queries.ts';
import {
  heldOf,
  listEarnedByMonth,
  listPaidInYear,
  listPayeeRows,
  listRates,
  listSums,
  lockPayee,
  owedOf,
  type Sums,
  subjectOf,
  toWirePayee,
} from './payees.queries.ts';

type MoneyTx = Pick<Tx, 'db' | 'clock' | 'log' | 'payments'>;

const DAY_MINUTES = 24 * 60;
const MONTHS_SHOWN = 6;

/** The sums of all payees, or of one, as they are now. */
export async function readSums(tx: MoneyTx, payeeId?: number): Promise<Map<number, Sums>> {
  const { payout_hold_days: holdDays, reporting_time_zone: timeZone } = await getSettings(tx);
  const now = tx.clock.now();
  return listSums(tx.db, {
    mode: tx.payments.mode,
    heldSince: minutesFrom(now, -holdDays * DAY_MINUTES),
    month: `${localDate(now, timeZone).slice(0, 7)}-01`,
    payeeId,
  });
}

/** Payees with their rates and money, all of them or one. */
export async function listWithMoney(tx: MoneyTx, payeeId?: number): Promise<PayeeWithMoney[]> {
  const { db, clock, payments } = tx;
  const { payout_hold_days: holdDays, reporting_time_zone: timeZone } = await getSettings(tx);
  const sums = await readSums(tx, payeeId);
  const rates = await listRates(db, localDate(clock.now(), timeZone));
  const people = await readPeople(db);
  const rows = withCurrentNames(people, await listPayeeRows(db, payeeId));
  const ratesOf = ({ id, photographerId }: (typeof rows)[number]) => {
    const own = people.get(photographerId ?? 0)?.default_rate_basis_points;
    if (own !== undefined) return [{ basis_points: own, cents: null }];
    return (rates.get(id) ?? []).map(({ basisPoints, cents }) => ({ basis_points: basisPoints, cents }));
  };
  return rows.flatMap((row) => {
    const own = sums.get(row.id);
    if (!own) return [];
    const freeAt = own.lastHeldAt && minutesFrom(new Date(own.lastHeldAt), holdDays * DAY_MINUTES);
    return {
      ...toWirePayee(row, payments.mode),
      rates: ratesOf(row),
      earned_this_month: own.monthCents,
      balance: own.earnedCents - own.sentCents,
      held: heldOf(own),
      held_until: freeAt ? localDate(freeAt, timeZone) : null,
      owed: owedOf(own),
      under_way: own.underWayCents,
    };
  });
}

export async function showPayouts(tx: MoneyTx): Promise<PayoutsOverview> {
  const { db, clock, payments } = tx;
  const settings = await getSettings(tx);
  const today = localDate(clock.now(), settings.reporting_time_zone);
  const year = {
    mode: payments.mode,
    year: Number(today.slice(0, 4)),
    timeZone: settings.reporting_time_zone,
  };
  const cases = await db
    .selectFrom('payeeCases')
    .select(['id', 'payeeId as payee', 'amountCents as amount', 'problem', 'createdAt as since'])
    .where('mode', '=', payments.mode)
    .where('closedAt', 'is', null)
    .orderBy('id')
    .limit(100)
    .execute();
  return {
    payees: await listWithMoney(tx),
    next_day: nextTransferDay(settings.payout_schedule, today),
    schedule: settings.payout_schedule,
    hold_days: settings.payout_hold_days,
    minimum: settings.payout_minimum_cents,
    paid_this_year: sumCents([...(await listPaidInYear(db, year)).values()]),
    cases: cases.map((one) => ({ ...one, since: toIso(one.since) })),
  };
}

/** Photographers are named and written to as the roster says. */
function withCurrentNames<Row extends { photographerId: number | null }>(
  people: ReadonlyMap<number, Photographer>,
  rows: Row[],
): Row[] {
  return rows.map((row) => {
    const person = people.get(row.photographerId ?? 0);
    return person ? { ...row, displayName: person.name, email: person.email } : row;
  });
}

export async function getPayee(db: Db, id: number) {
  const [row] = withCurrentNames(await readPeople(db), await listPayeeRows(db, id));
  if (!row) throw new AppError('not_found');
  return row;
}

const readPeople = async (db: Db) =>
  new Map((await listPhotographers({ db })).map((person) => [person.id, person]));

/** Adds a photographer who has earned nothing yet. */
export async function findPayeeOfPhotographer(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  photographerId: number,
) {
  const createdAt = clock.now().toISOString();
  const payees = await findPayeesOfPhotographers(db, [photographerId], createdAt);
  return getPayee(db, payees.get(photographerId) ?? 0);
}

export async function addPayee(
  { db, clock, payments }: Pick<Tx, 'db' | 'clock' | 'payments'>,
  actor: Actor,
  { kind, name: displayName, email, program_name: programName }: NewPayee,
) {
  await advisoryLock(db, 'payees');
  const { payees } = await db
    .selectFrom('payees')
    .select(({ fn }) => fn.countAll<number>().as('payees'))
    .executeTakeFirstOrThrow();
  if (payees >= MAX_PAYEES)
    throw new AppError('conflict', { message: `You can have up to ${MAX_PAYEES} payees.` });
  const { id } = await db
    .insertInto('payees')
    .values({ kind, displayName, email, programName, createdAt: clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const after = { kind, name: displayName, email, programName };
  await recordAudit(db, { actorId: actor.userId, action: 'payee.add', subject: subjectOf(id), after });
  return toWirePayee(await getPayee(db, id), payments.mode);
}

export async function changePayee(
  { db, clock, payments }: Pick<Tx, 'db' | 'clock' | 'payments'>,
  actor: Actor,
  { payeeId, change: { version, ...change } }: { payeeId: number; change: PayeeChange },
) {
  const locked = await lockPayee(db, payeeId);
  if (!locked) throw new AppError('not_found');
  if (locked.photographerId !== null) {
    throw new AppError('conflict', { message: 'Photographers are edited on the roster.' });
  }
  await checkVersion(db, { subject: subjectOf(payeeId), version, edit: change });
  if (change.program_name !== undefined && locked.kind !== 'gym') {
    throw new AppError('invalid_request', {
      details: [{ path: 'program_name', message: 'Only gyms have a name in running orders' }],
    });
  }
  const before = toWirePayee(await getPayee(db, payeeId), payments.mode);
  const { has_left = before.left_at !== null } = change;
  await db
    .updateTable('payees')
    .set({
      displayName: change.name ?? locked.displayName,
      email: change.email === undefined ? locked.email : change.email,
      programName: change.program_name ?? locked.programName,
      leftAt: has_left ? (locked.leftAt ?? clock.now()) : null,
    })
    .where('id', '=', payeeId)
    .execute();
  const after = toWirePayee(await getPayee(db, payeeId), payments.mode);
  const made = { actorId: actor.userId, action: 'payee.change', subject: subjectOf(payeeId) } as const;
  // Named as in a change, so that two people who archive and bring back meet each other.
  const withLeft = (row: typeof after) => ({ ...row, has_left: row.left_at !== null });
  await recordChange(db, { ...made, before: withLeft(before), after: withLeft(after) });
  return toWirePayee(await getPayee(db, payeeId), payments.mode);
}

export async function recordPayeeLink(
  { db }: Pick<Tx, 'db'>,
  actor: Actor,
  { payeeId, until }: { payeeId: number; until: Date },
): Promise<void> {
  await db.updateTable('payees').set({ linkUntil: until }).where('id', '=', payeeId).execute();
  await recordAudit(db, { actorId: actor.userId, action: 'payee.link-make', subject: subjectOf(payeeId) });
}

/** All links of the payee that staff made stop working; their pass or cockpit is not one of them. */
export async function endPayeeLinks(
  { db, payments }: Pick<Tx, 'db' | 'payments'>,
  actor: Actor,
  payeeId: number,
) {
  const payee = await lockPayee(db, payeeId);
  if (!payee) throw new AppError('not_found');
  await db
    .updateTable('payees')
    .set({ linksEnded: payee.linksEnded + 1, linkUntil: null })
    .where('id', '=', payeeId)
    .execute();
  await recordAudit(db, { actorId: actor.userId, action: 'payee.link-end', subject: subjectOf(payeeId) });
  return toWirePayee(await getPayee(db, payeeId), payments.mode);
}

/** Adds up line by line: what was earned, less what was sent and what is held, is what goes out. */
export async function previewPayment(tx: MoneyTx, payeeId: number): Promise<PayPreview> {
  const { db, payments } = tx;
  const [payee] = await listWithMoney(tx, payeeId);
  if (!payee) throw new AppError('not_found');
  const months = await listEarnedByMonth(db, { mode: payments.mode, payeeId });
  const earned = sumCents(months.map(({ amount }) => amount));
  const earlier = sumCents(months.slice(MONTHS_SHOWN).map(({ amount }) => amount));
  return {
    payee,
    earned: [...months.slice(0, MONTHS_SHOWN), ...(earlier === 0 ? [] : [{ month: null, amount: earlier }])],
    sent: earned - payee.balance,
    held: payee.held,
    pays_now: payee.owed,
  };
}

export async function showTaxYear(tx: MoneyTx, year: number): Promise<TaxYear> {
  const { db, payments } = tx;
  const { reporting_time_zone: timeZone } = await getSettings(tx);
  const paid = await listPaidInYear(db, { mode: payments.mode, year, timeZone });
  const rows = withCurrentNames(await readPeople(db), await listPayeeRows(db));
  return {
    year,
    rows: rows.flatMap(({ id, kind, displayName: name, email }) => {
      const cents = paid.get(id) ?? 0;
      return cents === 0 ? [] : [{ payee: id, kind: kind as PayeeKind, name, email, paid: cents }];
    }),
  };
}
