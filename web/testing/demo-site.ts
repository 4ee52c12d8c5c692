import type { ResponseOf } from '#contract/endpoint.ts';
import type { siteEndpoints } from '#contract/endpoints/site.ts';

type Site = ResponseOf<typeof siteEndpoints.getSite>;

export function buildSite(changes: Partial<Site> = {}): Site {
  return {
    version: '1',
    site_name: 'Encore',
    verification_required: false,
    face_matching: true,
    template_life_years: 3,
    status_url: null,
    sentry_dsn: null,
    phone_log_in: true,
    view_limit: 10,
    download_limit: 15,
    ...changes,
  };
}
