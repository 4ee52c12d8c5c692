import { expect, test } from 'vitest';
import type { PriceList } from '#contract/endpoints/price-lists.ts';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { findNextToRepeat, newestOfBrands, startValues } from './start-values.ts';

const PRICING = { image_price: 1995, photo_steps: [], athlete_price: null, late: null };
const EVENT: StaffEvent = {
  id: 7,
  version: 1,
  name: '2025 Grand Nationals',
  brand_name: 'Crown Series',
  producer_name: 'Crown',
  venue_name: 'Denver Coliseum',
  city: 'Denver',
  state: 'CO',
  start_date: '2025-11-15',
  last_date: '2025-11-16',
  time_zone: 'America/Denver',
  archived: true,
  archive_date: '2026-01-31',
  event_pricings: [{ id: 1, share_price: 1995, early: { until: '2025-11-20', percent_off: 10 }, ...PRICING }],
  picture: 'cheer-stunt',
  auto_publish: false,
  producer_share_basis_points: 1000,
  tray_uuid: '00000000-0000-4000-8000-000000000000',
  albums_count: 112,
  images_count: 0,
  price_list: { id: 3, name: 'Standard', version: 5, number: 1, is_newest: false, has_own_prices: false },
};
const LIST: PriceList = {
  id: 3,
  name: 'Standard',
  memo: '',
  archived: false,
  version: 1,
  price_list_version: 9,
  number: 2,
  prices: { share_price: 2000, image_price: 1500, photo_steps: [], athlete_price: 4000 },
  changed_at: '2026-05-01T00:00:00.000Z',
  events: 4,
  outdated: [],
};
const TODAY = '2026-09-01';

test('last year’s event comes back on the same weekend, with its dates moved and the newest prices of its list', () => {
  const values = startValues({ kind: 'event', event: EVENT }, [LIST], TODAY);
  expect(values).toMatchObject({
    name: '2026 Grand Nationals',
    start_date: '2026-11-14',
    last_date: '2026-11-15',
    archive_date: '2027-01-30',
    time_zone: 'America/Denver',
    album_price: '140.00',
    athlete_price: '40.00',
    early_until: '2026-11-19',
    early_percent_off: '10',
    price_list_version: 9,
    picture: 'cheer-stunt',
  });
});

test('last year’s event leaves its prices and picture behind', () => {
  const start = { kind: 'event', event: EVENT, without: ['prices', 'picture'] } as const;
  expect(startValues(start, [LIST], TODAY)).toMatchObject({
    name: '2026 Grand Nationals',
    album_price: '',
    early_until: '',
    price_list_version: null,
    producer_share_basis_points: '',
    picture: 'cheer',
  });
});

test('prices of its own and an archived list are taken as they were', () => {
  const own = { ...EVENT, price_list: EVENT.price_list && { ...EVENT.price_list, has_own_prices: true } };
  for (const [event, list] of [[own, LIST] as const, [EVENT, { ...LIST, archived: true }] as const]) {
    expect(startValues({ kind: 'event', event }, [list], TODAY)).toMatchObject({
      album_price: '139.65',
      price_list_version: 5,
    });
  }
});

test('a brand gives its defaults, without the place and dates of its newest event', () => {
  const values = startValues({ kind: 'brand', event: EVENT }, [], TODAY);
  expect(values).toMatchObject({
    name: '',
    brand_name: 'Crown Series',
    venue_name: '',
    auto_publish: false,
    producer_share_basis_points: '10.00',
    album_price: '139.65',
    early_until: '',
  });
});

test('the event that comes around next is offered first, and each brand once', () => {
  const on = (start_date: string, brand_name = 'Crown Series') => ({ ...EVENT, start_date, brand_name });
  const events = [on('2026-12-01'), on('2026-03-01', 'Wave'), on('2025-10-10'), on('2025-05-01')];
  expect(findNextToRepeat(events, TODAY)?.start_date).toBe('2025-10-10');
  expect(findNextToRepeat([], TODAY)).toBeUndefined();
  expect(newestOfBrands(events).map(({ start_date }) => start_date)).toEqual(['2026-12-01', '2026-03-01']);
});
