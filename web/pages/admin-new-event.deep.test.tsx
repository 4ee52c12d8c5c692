// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { eventListEndpoints } from '#contract/endpoints/overview.ts';
import { priceListEndpoints } from '#contract/endpoints/price-lists.ts';
import { rosterEndpoints } from '#contract/endpoints/roster.ts';
import type { StaffEvent } from '#contract/entities/staff-event.ts';
import { answer, bodiesSentTo, errorAnswer } from '#web/testing/answers.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { openSite } from '#web/testing/render-site.tsx';

const staff = buildUser({ type: 'super', second_factor_on: true });
const CREATED: StaffEvent = {
  id: 9,
  version: 1,
  name: 'Spring Cup',
  brand_name: 'Crown Series',
  producer_name: '',
  venue_name: '',
  city: 'Dallas',
  state: 'TX',
  start_date: '2027-04-03',
  last_date: '2027-04-04',
  time_zone: 'America/Chicago',
  archived: false,
  archive_date: null,
  event_pricings: [],
  picture: 'cheer',
  auto_publish: true,
  producer_share_basis_points: null,
  tray_uuid: '00000000-0000-4000-8000-000000000000',
  albums_count: 0,
  images_count: 0,
  price_list: null,
};
const KIM = {
  id: 4,
  version: 0,
  name: 'Kim Lee',
  email: null,
  phone: null,
  default_rate_basis_points: 3000,
  other_names: [],
  events: 6,
  left_at: null,
};

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
/** The button of the step comes after that of the heading. */
const press = async (name: string | RegExp) =>
  fireEvent.click((await screen.findAllByRole('button', { name })).at(-1) as HTMLElement);

test('a blank event gets its zone, prices and crew, and a failed attempt goes on with the event it made', async () => {
  let failures = 1;
  const { fetches: calls, router } = openSite('/admin/events/new', staff, [
    answer(catalogueEndpoints.listStaffEvents, []),
    answer(priceListEndpoints.listPriceLists, []),
    answer(rosterEndpoints.listPhotographers, [KIM]),
    answer(catalogueEndpoints.createEvent, CREATED),
    answer(catalogueEndpoints.updateEvent, CREATED),
    answer(catalogueEndpoints.setPricing, () =>
      failures-- > 0
        ? errorAnswer(503, 'busy', 'Try again in a moment.')
        : {
            id: 1,
            share_price: 2000,
            image_price: null,
            photo_steps: [],
            athlete_price: null,
            early: null,
            late: null,
            version: 1,
          },
    ),
    answer(rosterEndpoints.assignPhotographer, { assigned: [], others: [] }),
  ]);
  await press('Next: when and where');
  await press('Next: prices and people');
  expect(await screen.findAllByText(/required|Enter|Too small|fill/i)).not.toHaveLength(0);
  type('Event name', 'Spring Cup');
  type('Brand', 'Crown Series');
  type('First day', '2027-04-03');
  type('Last day', '2027-04-04');
  type('City', 'Dallas');
  type('State', 'Texas');
  expect(await screen.findByText(/Central Time, set from the city/)).toBeTruthy();
  await press('Next: prices and people');
  await screen.findByLabelText('Whole album');
  type('Whole album', '139.99');
  fireEvent.click(await screen.findByRole('checkbox', { name: /Kim Lee/ }));
  await press('Sun, Apr 4');
  type('Percent of sales for Kim Lee', '35');
  await press('Create event');
  expect(await screen.findByText('Try again in a moment.')).toBeTruthy();
  await press('Create event');
  await waitFor(() => expect(bodiesSentTo(calls, rosterEndpoints.assignPhotographer)).toHaveLength(1));
  expect(bodiesSentTo(calls, catalogueEndpoints.createEvent)).toMatchObject([
    { time_zone: 'America/Chicago' },
  ]);
  expect(bodiesSentTo(calls, catalogueEndpoints.setPricing).at(-1)).toMatchObject({
    share_price: 2000,
    price_list_version: null,
  });
  expect(bodiesSentTo(calls, rosterEndpoints.assignPhotographer)).toEqual([
    { rate_basis_points: 3500, days: ['2027-04-03'] },
  ]);
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/events/9/running-order'));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('photographers of last year’s event come along unless they have left or are left behind', async () => {
  const terms = { rate_basis_points: 3500, days: null, photos: 0, version: 1 };
  const ana = { ...KIM, id: 5, name: 'Ana Ruiz', left_at: '2026-12-01T15:00:00Z' };
  const assigned = [KIM, ana].map(({ id, name }) => ({ ...terms, photographer: id, name }));
  const { fetches: calls, router } = openSite('/admin/events/new', staff, [
    answer(catalogueEndpoints.listStaffEvents, [CREATED]),
    answer(priceListEndpoints.listPriceLists, []),
    answer(rosterEndpoints.listPhotographers, [KIM, ana]),
    answer(rosterEndpoints.listEventPhotographers, { assigned, others: [] }),
    answer(catalogueEndpoints.createEvent, { ...CREATED, id: 10 }),
    answer(rosterEndpoints.assignPhotographer, { assigned: [], others: [] }),
  ]);
  const isKimChosen = async () => {
    await press('Next: when and where');
    await press('Next: prices and people');
    return (await screen.findByRole<HTMLInputElement>('checkbox', { name: /Kim Lee/ })).checked;
  };
  expect(await isKimChosen()).toBe(true);
  await press('Change: Start from');
  await press('Photographers');
  expect(await isKimChosen()).toBe(false);
  await press('Change: Start from');
  await press('Photographers');
  expect(await isKimChosen()).toBe(true);
  await press('Create event');
  await waitFor(() => expect(router.state.location.pathname).toBe('/admin/events/10/running-order'));
  expect(bodiesSentTo(calls, rosterEndpoints.assignPhotographer)).toEqual([
    { rate_basis_points: 3500, days: null },
  ]);
});

test('a half-typed event is a draft, which is continued from the events list or started over', async () => {
  const { router } = openSite('/admin/events/new', staff, [
    answer(catalogueEndpoints.listStaffEvents, []),
    answer(priceListEndpoints.listPriceLists, []),
    answer(rosterEndpoints.listPhotographers, [KIM]),
    answer(eventListEndpoints.page, { rows: [], next: null }),
    answer(eventListEndpoints.count, { total: 0 }),
  ]);
  await screen.findByRole('heading', { name: 'Start from' });
  expect(screen.queryByText('Draft saved')).toBeNull();
  await press('Next: when and where');
  await screen.findByLabelText('Event name');
  type('Event name', 'Spring Cup');
  expect(await screen.findByText('Draft saved')).toBeTruthy();
  await press('Save and close');
  await press('Continue draft');
  expect((await screen.findByLabelText<HTMLInputElement>('Event name')).value).toBe('Spring Cup');
  await press('Start over');
  await screen.findByRole('button', { name: 'Next: when and where' });
  await router.navigate({ to: '/admin/events' });
  await screen.findByRole('button', { name: 'New event' });
});
