import { z } from 'zod';
import { endpointsOf } from '#contract/endpoint.ts';
import { newPricing } from '#contract/entities/staff-event.ts';
import { COUPON_CODE, COUPON_CODE_PROBLEM } from '#contract/rules/orders.ts';
import { bulkAnswer } from '../lists/list.ts';
import {
  cents,
  count,
  id,
  idParams,
  isoDate,
  isoTimestamp,
  requiredText,
  text,
  version,
} from '../primitives.ts';
import { formatCents } from '../rules/money.ts';

const endpoint = endpointsOf('Coupons');

export const couponCode = z.string().trim().toUpperCase().regex(COUPON_CODE, COUPON_CODE_PROBLEM);

export const MAX_COUPON_TEAMS = 20;
export const MAX_COUPON_EVENTS = 20;

/** An empty team name stands for every team of the program. */
const couponTeam = z.strictObject({ program_name: requiredText(120), team_name: text(120) });
export type CouponTeam = z.output<typeof couponTeam>;

const couponTerms = {
  code: couponCode,
  kind: z.enum(['percent', 'fixed']),
  percent_off: z.int().min(1).max(100).nullable(),
  amount_off: cents.min(1).nullable(),
  expires_at: isoTimestamp.nullable(),
  max_uses: z.int().min(1).max(1_000_000).nullable(),
  max_uses_per_customer: z.int().min(1).max(1_000).nullable(),
  memo: text(500),
};

const coupon = z.object({
  id,
  version,
  ...couponTerms,
  /** The coupon lowers only photos and albums of these teams; an empty list means all. */
  teams: z.array(couponTeam),
  /** The coupon lowers only photos and albums of these events; an empty list means all. */
  events: z.array(z.object({ id, name: z.string() })),
  uses: count,
  ended_at: isoTimestamp.nullable(),
  created_at: isoTimestamp,
});
export type Coupon = z.output<typeof coupon>;

export type CouponState = 'active' | 'used_up' | 'expired' | 'ended';

export function couponState(
  { ended_at, expires_at, max_uses, uses }: Coupon,
  now: number = Date.now(),
): CouponState {
  if (ended_at) return 'ended';
  if (expires_at && Date.parse(expires_at) <= now) return 'expired';
  return max_uses !== null && uses >= max_uses ? 'used_up' : 'active';
}

export function couponMessage({ kind, percent_off, amount_off }: Coupon): string {
  return kind === 'percent' ? `${percent_off}% off` : `${formatCents(amount_off ?? 0)} off`;
}

export function couponTeamMessage(teams: readonly CouponTeam[]): string {
  return nameSome(teams.map(({ program_name, team_name }) => `${program_name} ${team_name}`.trim()));
}

export function couponEventMessage(events: readonly { name: string }[]): string {
  return nameSome(events.map(({ name }) => name));
}

/** The teams and events of a coupon, or an empty text if it counts everywhere. */
export function couponScope({ teams, events }: Pick<Coupon, 'teams' | 'events'>): string {
  return [couponTeamMessage(teams), couponEventMessage(events)].filter(Boolean).join(' at ');
}

const MAX_NAMED = 3;

function nameSome(names: readonly string[]): string {
  const rest = names.length - MAX_NAMED;
  return rest > 0 ? `${names.slice(0, MAX_NAMED).join(', ')} and ${rest} more` : names.join(', ');
}

const couponTeams = z.array(couponTeam).max(MAX_COUPON_TEAMS);
const couponEvents = z.array(id).max(MAX_COUPON_EVENTS);

export const newCoupon = z
  .strictObject({ ...couponTerms, teams: couponTeams.default([]), events: couponEvents.default([]) })
  .refine((terms) => (terms.kind === 'percent') === (terms.percent_off !== null), {
    path: ['percent_off'],
    message: 'A percent coupon needs a percentage; a fixed coupon has none',
  })
  .refine((terms) => (terms.kind === 'fixed') === (terms.amount_off !== null), {
    path: ['amount_off'],
    message: 'A fixed coupon needs an amount; a percent coupon has none',
  });

export type NewCoupon = z.output<typeof newCoupon>;

const couponEdit = z
  .strictObject({ ...couponTerms, teams: couponTeams, events: couponEvents, version })
  .omit({ code: true })
  .partial();

export const MAX_COUPONS_LISTED = 2_000;
export const MAX_COUPONS_AT_ONCE = 200;

export const couponEndpoints = {
  listCoupons: endpoint('GET /coupons', {
    access: 'settings',
    summary: 'List coupons, running ones first, then newest first',
    response: z.array(coupon),
  }),
  createCoupon: endpoint('POST /coupons', {
    access: 'settings',
    summary: 'Create a coupon',
    body: newCoupon,
    response: coupon,
  }),
  updateCoupon: endpoint('PUT /coupons/:id', {
    access: 'settings',
    summary: 'Edit a coupon; what it gives stays once an order has used it, and orders keep their discount',
    params: idParams,
    body: couponEdit,
    response: coupon,
  }),
  endCoupons: endpoint('POST /coupons/end', {
    access: 'settings',
    summary: 'End coupons; orders that already use one keep it, and those that had already ended are refused',
    body: z.strictObject({ ids: z.array(id).min(1).max(MAX_COUPONS_AT_ONCE) }),
    response: bulkAnswer(id),
  }),
};

export const MAX_PREVIEW_DATES = 6;

export const pricePreviewEndpoints = {
  previewPrices: endpoint('POST /pricings/preview', {
    access: 'admin_albums',
    tag: 'Catalogue',
    summary: 'Preview what a parent would pay with these prices on some days, with tax; nothing is saved',
    body: z.strictObject({ pricing: newPricing, dates: z.array(isoDate).min(1).max(MAX_PREVIEW_DATES) }),
    response: z.array(
      z.object({
        date: isoDate,
        period: z.string().nullable(),
        rows: z.array(z.object({ name: z.string(), total: count })),
      }),
    ),
  }),
};
