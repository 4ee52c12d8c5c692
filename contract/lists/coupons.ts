import {
  type Coupon,
  couponState,
  couponTeamWords,
  couponWords,
  MAX_COUPONS_AT_ONCE,
} from '../endpoints/coupons.ts';
import { choiceFilter, defineList, searchFilter } from './list.ts';

export const couponList = defineList<Coupon>()({
  name: 'coupons',
  noun: 'coupon',
  prefix: 'coupon_',
  columns: {
    created_at: { label: 'Created', sort: 'desc', value: ({ created_at }) => created_at },
    code: { label: 'Code', sort: 'asc', value: ({ code }) => code },
    gives: { label: 'Gives', value: couponWords },
    state: { label: 'State', value: (coupon) => couponState(coupon) },
    uses: { label: 'Uses', sort: 'desc', value: ({ uses }) => uses },
    max_uses: { label: 'Most uses', value: ({ max_uses }) => max_uses },
    max_uses_per_customer: { label: 'Each customer', value: (coupon) => coupon.max_uses_per_customer },
    teams: { label: 'Teams', value: ({ teams }) => couponTeamWords(teams) || null },
    expires_at: { label: 'Expires', sort: 'asc', value: ({ expires_at }) => expires_at },
    ended_at: { label: 'Ended', value: ({ ended_at }) => ended_at },
    memo: { label: 'Purpose', value: ({ memo }) => memo },
  },
  filters: {
    q: searchFilter({
      label: 'Find coupons',
      placeholder: 'Code or purpose',
      of: ({ code, memo }) => `${code} ${memo}`,
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
