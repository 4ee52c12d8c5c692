import type { BodyOf } from '#contract/endpoint.ts';
import {
  type Coupon,
  type CouponTeam,
  type couponEndpoints,
  couponScope,
  couponTeamMessage,
  type NewCoupon,
  newCoupon,
} from '#contract/endpoints/coupons.ts';
import type { BulkAnswer } from '#contract/lists/list.ts';
import { formatCents } from '#contract/rules/money.ts';
import type { Discount } from '#contract/rules/orders.ts';
import type { Tx } from '#server/context.ts';
import { eventsById } from '#server/modules/catalogue/browse-albums.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { recordAudit, recordAudits } from '#server/platform/audit/audit.ts';
import { checkVersion, recordChange } from '#server/platform/audit/versions.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { toColumns } from '#server/platform/http/wire-names.ts';
import { toIso, toIsoOrNull } from '#server/platform/time/timestamps.ts';
import {
  type CouponRow,
  countUses,
  countUsesOf,
  findCouponByCode,
  findOrderWith,
  hasAlbumOfTeam,
  insertCoupon,
  listCoupons,
  listCouponsById,
  lockCoupon,
  lockCoupons,
  lockCouponToEdit,
  setEndedAt,
  updateCouponFields,
} from './coupons.queries.ts';
import type { OrderRow } from './orders.ts';
import { isBeingPaid } from './payment-attempts.ts';

export type { CouponRow } from './coupons.queries.ts';

export async function couponsById(db: Db, couponIds: number[]): Promise<Map<number, CouponRow>> {
  return new Map((await listCouponsById(db, couponIds)).map((coupon) => [coupon.id, coupon]));
}

export async function findCouponForCode(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  code: string | null | undefined,
): Promise<CouponRow | undefined> {
  if (code == null) return undefined;
  const coupon = await findCouponByCode(db, code);
  if (!coupon || !isRunning(coupon, clock.now())) throw new AppError('coupon_invalid');
  return coupon;
}

/**
 * Locks the coupon in the transaction that starts the payment, so that its limits hold for concurrent payments. An
 * order that is partly paid or held has claimed its coupon already.
 */
export async function claimCoupon({ db, clock }: Pick<Tx, 'db' | 'clock'>, order: OrderRow): Promise<void> {
  if (order.couponId === null) return;
  const coupon = await lockCoupon(db, order.couponId);
  if (await isBeingPaid(db, order.id)) return;
  if (!isRunning(coupon, clock.now())) throw new AppError('coupon_invalid');
  await requireUsesLeft(db, coupon, { userId: order.userId, exceptOrderId: order.id });
  if (coupon.createdBy !== order.userId) return;
  // Staff may use a code that they made themselves, but it stays on record.
  await recordAudit(db, {
    actorId: order.userId,
    action: 'coupon.use-own',
    subject: `coupon:${coupon.id}`,
    before: { userId: order.userId },
    after: { userId: order.userId, order: order.id },
  });
}

export function discountOf(coupon: CouponRow | undefined): Discount | undefined {
  if (!coupon) return undefined;
  if (coupon.kind === 'fixed') return { kind: 'fixed', amountOffCents: coupon.amountOffCents ?? 0 };
  return { kind: 'percent', percentOff: coupon.percentOff ?? 0 };
}

function isRunning(coupon: CouponRow, now: Date): boolean {
  const hasExpired = coupon.expiresAt !== null && new Date(coupon.expiresAt) <= now;
  return coupon.endedAt === null && !hasExpired;
}

/** Before a payment this is only an early warning: `claimCoupon` decides. */
export async function requireUsesLeft(
  db: Db,
  coupon: CouponRow,
  of: { userId: number; exceptOrderId?: number },
): Promise<void> {
  const { maxUses, maxUsesPerCustomer } = coupon;
  if (maxUses === null && maxUsesPerCustomer === null) return;
  const uses = await countUses(db, coupon.id, of);
  if (uses.total >= (maxUses ?? Number.POSITIVE_INFINITY)) throw new AppError('coupon_used_up');
  if (uses.byCustomer >= (maxUsesPerCustomer ?? Number.POSITIVE_INFINITY)) {
    throw new AppError('coupon_used_up', { message: 'You have reached the limit for this code.' });
  }
}

const teamsOf = ({ teams }: CouponRow) => teams as unknown as CouponTeam[];
const nameOfTeam = (team: CouponTeam) => couponTeamMessage([team]);
const plain = (name: string) => name.trim().toLowerCase();

function isOfTeam(team: CouponTeam, album: { programName: string; teamName: string }): boolean {
  if (plain(team.program_name) !== plain(album.programName)) return false;
  return team.team_name === '' || plain(team.team_name) === plain(album.teamName);
}

type InAlbum = { albumId: number };

/** Returns the albums that the coupon lowers: all, or those of its teams and events. */
export async function discountedAlbums(db: Db, coupon: CouponRow | undefined, items: readonly InAlbum[]) {
  const albumIds = new Set(items.map(({ albumId }) => albumId));
  const teams = coupon ? teamsOf(coupon) : [];
  const eventIds = coupon?.eventIds ?? [];
  if (teams.length === 0 && eventIds.length === 0) return albumIds;
  const albums = [...(await findSoldAlbums(db, [...albumIds])).values()];
  const covered = albums.filter(
    ({ team: ofAlbum, eventId }) =>
      (teams.length === 0 || teams.some((team) => isOfTeam(team, ofAlbum))) &&
      (eventIds.length === 0 || eventIds.includes(eventId)),
  );
  return new Set(covered.map(({ albumId }) => albumId));
}

/** Refuses a coupon that lowers nothing of what is bought, and names its teams and events. */
export async function requireCovered(db: Db, coupon: CouponRow | undefined, items: readonly InAlbum[]) {
  if (!coupon || (await discountedAlbums(db, coupon, items)).size > 0) return;
  const nameOf = await nameEvents(db, [coupon]);
  const scope = couponScope({ teams: teamsOf(coupon), events: coupon.eventIds.map(nameOf) });
  const code = coupon.eventIds.length > 0 ? 'coupon_other_event' : 'coupon_other_team';
  throw new AppError(code, { message: `This code is only for ${scope}.` });
}

export async function listAllCoupons({ db }: Pick<Tx, 'db'>, couponId?: number): Promise<Coupon[]> {
  const rows = await listCoupons(db, couponId);
  const couponIds = rows.map((row) => row.id);
  const uses = await countUsesOf(db, couponIds);
  const nameOf = await nameEvents(db, rows);
  return rows.map((row) => ({
    ...toTerms(row),
    id: row.id,
    version: row.version,
    events: row.eventIds.map(nameOf),
    uses: uses.get(row.id) ?? 0,
    ended_at: toIsoOrNull(row.endedAt),
    created_at: toIso(row.createdAt),
  }));
}

async function getCoupon(tx: Pick<Tx, 'db'>, couponId: number): Promise<Coupon> {
  const [coupon] = await listAllCoupons(tx, couponId);
  if (!coupon) throw new AppError('not_found');
  return coupon;
}

async function nameEvents(db: Db, coupons: readonly CouponRow[]) {
  const eventIds = coupons.flatMap((coupon) => coupon.eventIds);
  const events = await eventsById(db, eventIds);
  return (id: number) => ({ id, name: events.get(id)?.name ?? '' });
}

export async function createCoupon(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  terms: NewCoupon,
): Promise<Coupon> {
  const now = clock.now();
  requireFuture(terms.expires_at, now);
  await requireEvents(db, terms.events);
  await requireTeams(db, terms.teams);
  const fields = { ...columnsOf(terms), code: terms.code, createdBy: actor.userId, createdAt: now };
  const row = await insertCoupon(db, fields);
  if (!row) throw new AppError('already_exists', { message: 'There is already a coupon with this code.' });
  await recordAudit(db, {
    actorId: actor.userId,
    action: 'coupon.create',
    subject: `coupon:${row.id}`,
    after: terms,
  });
  return getCoupon({ db }, row.id);
}

/** An order keeps the discount that it was placed with, so what a coupon gives stays once an order has it. */
export async function updateCoupon(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  {
    couponId,
    edit: { version, ...edit },
  }: { couponId: number; edit: BodyOf<typeof couponEndpoints.updateCoupon> },
): Promise<Coupon> {
  const row = await lockCouponToEdit(db, couponId);
  if (!row) throw new AppError('not_found');
  if (row.endedAt !== null) throw new AppError('conflict', { message: 'This coupon has ended.' });
  const subject = `coupon:${couponId}`;
  await checkVersion(db, { subject, version, edit });
  const before = toTerms(row);
  const parsed = newCoupon.safeParse({ ...before, ...edit });
  if (!parsed.success) {
    const details = parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
    throw new AppError('invalid_request', { details });
  }
  const after = parsed.data;
  const isSame = (['kind', 'percent_off', 'amount_off'] as const).every((key) => before[key] === after[key]);
  if (!isSame && (await findOrderWith(db, couponId))) throw new AppError('coupon_in_use');
  if (after.expires_at !== before.expires_at) requireFuture(after.expires_at, clock.now());
  const addedEvents = after.events.filter((id) => !before.events.includes(id));
  await requireEvents(db, addedEvents);
  const isKnown = (team: CouponTeam) => before.teams.some((one) => nameOfTeam(one) === nameOfTeam(team));
  const addedTeams = after.teams.filter((team) => !isKnown(team));
  await requireTeams(db, addedTeams);
  const saved = toTerms(await updateCouponFields(db, couponId, columnsOf(after)));
  const change = { actorId: actor.userId, action: 'coupon.update', subject } as const;
  await recordChange(db, { ...change, before, after: saved });
  return getCoupon({ db }, couponId);
}

const invalid = (path: string, message: string) =>
  new AppError('invalid_request', { details: [{ path, message }] });

function requireFuture(expiresAt: string | null, now: Date): void {
  if (expiresAt === null || new Date(expiresAt) > now) return;
  throw invalid('expires_at', 'Choose a time in the future');
}

async function requireEvents(db: Db, eventIds: readonly number[]): Promise<void> {
  const known = await eventsById(db, eventIds);
  if (!eventIds.every((id) => known.has(id))) throw invalid('events', 'Choose events that exist');
}

/** A misspelled team would make a code that never works. */
async function requireTeams(db: Db, teams: readonly CouponTeam[]): Promise<void> {
  for (const team of teams) {
    if (await hasAlbumOfTeam(db, team)) continue;
    throw invalid('teams', `There is no album of ${nameOfTeam(team)}. Check the spelling.`);
  }
}

function columnsOf({ code: _code, amount_off: amountOffCents, teams, events, ...terms }: NewCoupon) {
  const scope = { teams: JSON.stringify(teams), eventIds: [...new Set(events)] };
  return { ...toColumns(terms), amountOffCents, ...scope };
}

function toTerms(row: CouponRow): NewCoupon {
  return {
    code: row.code,
    kind: row.kind,
    percent_off: row.percentOff,
    amount_off: row.amountOffCents,
    expires_at: toIsoOrNull(row.expiresAt),
    max_uses: row.maxUses,
    max_uses_per_customer: row.maxUsesPerCustomer,
    memo: row.memo,
    teams: teamsOf(row),
    events: row.eventIds,
  };
}

/** Starting a payment locks the coupon too, so a concurrent payment either still uses it or finds it ended. */
export async function endCoupons(
  { db, clock }: Pick<Tx, 'db' | 'clock'>,
  actor: Actor,
  couponIds: readonly number[],
): Promise<BulkAnswer<number>> {
  const wanted = [...new Set(couponIds)];
  const coupons = new Map((await lockCoupons(db, wanted)).map((coupon) => [coupon.id, coupon]));
  const running = wanted.filter((id) => coupons.get(id)?.endedAt === null);
  const endedAt = clock.now();
  await setEndedAt(db, running, endedAt);
  await recordAudits(
    db,
    running.map((id) => ({
      actorId: actor.userId,
      action: 'coupon.end',
      subject: `coupon:${id}`,
      before: { ended_at: null },
      after: { ended_at: endedAt.toISOString() },
    })),
  );
  const refused = wanted.filter((id) => !running.includes(id));
  return {
    done: running,
    refused: refused.map((id) => ({
      id,
      reason: coupons.has(id) ? 'This coupon had already ended.' : 'There is no such coupon.',
    })),
  };
}

export function toWireUsedCoupon(row: CouponRow | undefined): { code: string; off: string } | null {
  if (!row) return null;
  const off = row.kind === 'percent' ? `${row.percentOff}%` : formatCents(row.amountOffCents ?? 0);
  return { code: row.code, off };
}
