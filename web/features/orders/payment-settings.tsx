import { useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '#contract/endpoint.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { apiQuery } from '#web/lib/api.ts';
import { i18n } from '#web/lib/i18n.ts';
import { siteQuery } from '#web/lib/site.query.ts';

export type PaymentSettings = ResponseOf<typeof paymentEndpoints.paymentSettings>;

export const paymentSettingsQuery = apiQuery(['payments', 'settings'], paymentEndpoints.paymentSettings, {
  staleTime: Number.POSITIVE_INFINITY,
});

/** It sits in the header's free space, so that nothing moves when it appears. */
export function SandboxBanner() {
  const { data: settings } = useQuery(paymentSettingsQuery);
  const { data: site } = useQuery(siteQuery);
  if (!settings || settings.mode === 'live') return null;
  return (
    <p
      role="note"
      title={
        site?.verification_required === false
          ? i18n.t('No email is sent in test mode, so addresses count as confirmed.')
          : undefined
      }
      className="ml-1 min-w-0 flex-1 truncate text-12 text-ink-2 desk:ml-3"
    >
      <span className="desk:hidden">{i18n.t('Test mode')}</span>
      <span className="max-desk:hidden">{i18n.t('Test mode: no real charges')}</span>
    </p>
  );
}
