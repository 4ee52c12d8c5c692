import { couponEndpoints } from '#contract/endpoints/coupons.ts';
import { settingsEndpoints } from '#contract/endpoints/settings.ts';
import { apiQuery } from '#web/lib/api.ts';

export const SETTINGS = ['site-settings'] as const;

export const settingsQuery = apiQuery([...SETTINGS, 'now'], settingsEndpoints.getSettings);

export const couponsQuery = apiQuery(['staff', 'coupons'], couponEndpoints.listCoupons);
