import type { Cockpit } from '#contract/endpoints/cockpit.ts';

export function buildCockpit(changes: Partial<Cockpit> = {}): Cockpit {
  return {
    event: {
      name: 'Lantern Open',
      brand_name: 'Test Series',
      producer_name: '',
      venue_name: '',
      city: '',
      state: '',
      start_date: '2026-11-14',
      time_zone: 'America/Denver',
      archived: false,
    },
    uploads: {
      albums: 6,
      albums_published: 5,
      teams: 6,
      photos: 300,
      photos_published: 280,
      last_photo_at: '2026-11-14T19:59:40Z',
      photos_last_minute: 12,
      photos_last_10_minutes: 84,
      photos_last_60_minutes: 306,
      batches: { under_way: 0, files_arrived: 0, files_total: 0 },
    },
    sales: { orders: 0, albums_sold: 0, images_sold: 0, gross: 0, refunds: 0, disputes: 0, net: 0 },
    share: { rate_basis_points: 1000, owed: 0 },
    teams: [],
    timeline: { step: 'hour', bars: [] },
    ...changes,
  };
}
