import type { SALE_MAIL_KINDS, SaleMailTotals } from '#contract/endpoints/reminders.ts';
import {
  type Coupon,
  couponEventMessage,
  couponMessage,
  couponScope,
  couponState,
  couponTeamMessage,
  MAX_COUPONS_AT_ONCE,
} from '../endpoints/coupons.ts';
import { choiceFilter, defineList, searchFilter } from './list.ts';

export const couponList = defineList<Coupon>()({
  name: 'coupons',
  hasViews: true,
  noun: 'coupon',
  prefix: 'coupon_',
  columns: {
    created_at: { label: 'Created', sort: 'desc', value: ({ created_at }) => created_at },
    code: { label: 'Code', sort: 'asc', value: ({ code }) => code },
    gives: { label: 'Gives', value: couponMessage },
    state: { label: 'State', value: (coupon) => couponState(coupon) },
    uses: { label: 'Uses', sort: 'desc', value: ({ uses }) => uses },
    max_uses: { label: 'Most uses', value: ({ max_uses }) => max_uses },
    max_uses_per_customer: { label: 'Each customer', value: (coupon) => coupon.max_uses_per_customer },
    teams: { label: 'Teams', value: ({ teams }) => couponTeamMessage(teams) || null },
    events: { label: 'Events', value: ({ events }) => couponEventMessage(events) || null },
    expires_at: { label: 'Expires', sort: 'asc', value: ({ expires_at }) => expires_at },
    ended_at: { label: 'Ended', value: ({ ended_at }) => ended_at },
    memo: { label: 'Purpose', value: ({ memo }) => memo },
  },
  filters: {
    q: searchFilter({
      label: 'Find coupons',
      placeholder: 'Code, purpose, team, event',
      of: (coupon) => `${coupon.code} ${coupon.memo} ${couponScope(coupon)}`,
    }),
    state: choiceFilter({
      label: 'State',
      all: 'All states',
      options: { active: 'Active', used_up: 'Used up', expired: 'Expired', ended: 'Ended' },
      of: (coupon) => couponState(coupon),
    }),
  },
  defaultSort: 'created_at:desc',
  maxSelected: MAX_COUPONS_AT_ONCE,
});

export const SALE_MAIL_NAMES = {
  reminder: 'Reminder',
  last_days: 'Last days',
} as const satisfies Record<(typeof SALE_MAIL_KINDS)[number], string>;

export const saleMailList = defineList<SaleMailTotals>()({
  name: 'reminders',
  noun: 'event',
  prefix: 'reminders_',
  columns: {
    event_name: { label: 'Event', sort: 'asc', value: ({ event_name }) => event_name },
    start_date: { label: 'First day', sort: 'desc', value: ({ start_date }) => start_date },
    kind: { label: 'Email', value: ({ kind }) => SALE_MAIL_NAMES[kind] },
    sent: { label: 'Sent', sort: 'desc', value: ({ sent }) => sent },
    opened: { label: 'Opened', sort: 'desc', value: ({ opened }) => opened },
    bought: { label: 'Bought', sort: 'desc', value: ({ bought }) => bought },
    revenue: { label: 'Revenue', sort: 'desc', cents: ({ revenue }) => revenue },
  },
  filters: {
    kind: choiceFilter({
      label: 'Email',
      all: 'All emails',
      options: SALE_MAIL_NAMES,
      of: ({ kind }) => kind,
    }),
  },
  defaultSort: 'start_date:desc',
});
