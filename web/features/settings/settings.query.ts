import { queryOptions } from '@tanstack/react-query';
import { couponEndpoints } from '#contract/endpoints/coupons.ts';
import { settingsEndpoints } from '#contract/endpoints/settings.ts';
import { callApi } from '#web/lib/api.ts';

export const SETTINGS = ['site-settings'] as const;

export const settingsQuery = queryOptions({
  queryKey: [...SETTINGS, 'now'],
  queryFn: ({ signal }) => callApi(settingsEndpoints.getSettings, { signal }),
});

export const couponsQuery = queryOptions({
  queryKey: ['coupons'],
  queryFn: ({ signal }) => callApi(couponEndpoints.listCoupons, { signal }),
});
