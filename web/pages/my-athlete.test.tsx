// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { UserAthlete } from '#contract/endpoints/athletes.ts';
import { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import { notificationEndpoints } from '#contract/endpoints/notifications.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { paymentEndpoints } from '#contract/endpoints/payments.ts';
import { siteEndpoints } from '#contract/endpoints/site.ts';
import type { AlbumMatches } from '#contract/entities/athlete.ts';
import { FACTORY_NOTIFICATION_SETTINGS } from '#contract/rules/notifications.ts';
import { closeCart } from '#web/features/orders/cart-dialog-state.ts';
import { type Answer, answer, bodiesSentTo, errorAnswer } from '#web/testing/answers.ts';
import { buildAlbum, buildEvent } from '#web/testing/demo-albums.ts';
import { buildAlbumMatches, buildAthlete, buildMatch } from '#web/testing/demo-athletes.ts';
import { buildQuote } from '#web/testing/demo-orders.ts';
import { buildSite } from '#web/testing/demo-site.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { observeSize } from '#web/testing/element-sizes.ts';
import { leaveSite, openSite } from '#web/testing/render-site.tsx';

function openAthletes(athletes: UserAthlete[], albums: AlbumMatches[] = [], more: Answer[] = []) {
  const { fetches, router } = openSite('/MyAthlete', buildUser(), [
    answer(athleteEndpoints.listAthletes, athletes),
    answer(athleteEndpoints.findAthleteImages, { athlete: athletes[0] ?? buildAthlete(), albums }),
    ...more,
  ]);
  return { router, fetches };
}

afterEach(() => act(closeCart));

const observeWidth = () => observeSize({ width: 360, height: 240 });

test('without an athlete the page says what it does and leads to adding one', async () => {
  openAthletes([]);
  expect(await screen.findByRole('heading', { name: 'Find photos of your athlete' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Add an athlete' }).getAttribute('href')).toBe('/addNewAthlete');
});

const openPhoto = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name }));
  return within(await screen.findByRole('dialog'));
};

test('only the viewer asks whether it is her; one tap refuses a photo, and undo brings it back', async () => {
  observeWidth();
  const albums = [
    buildAlbumMatches(1, { matches: [buildMatch(11), buildMatch(12, { certainty: 'maybe', score: 0.4 })] }),
  ];
  const { fetches } = openAthletes([buildAthlete()], albums, [
    answer(athleteEndpoints.decideMatch, () => new Promise(() => {})),
  ]);
  const tile = 'Photos of Maya, 1 of 1';
  expect(await screen.findByRole('button', { name: tile })).toBeTruthy();
  expect(screen.queryByText(/Not Maya/)).toBeNull();
  const viewer = await openPhoto(tile);
  fireEvent.click(viewer.getByRole('button', { name: 'Not Maya?' }));
  await waitFor(() =>
    expect(bodiesSentTo(fetches, athleteEndpoints.decideMatch)).toEqual([
      { image: 11, decision: 'rejected' },
    ]),
  );
  fireEvent.click(await viewer.findByRole('button', { name: 'Undo' }));
  expect(await viewer.findByRole('button', { name: 'Not Maya?' })).toBeTruthy();
  await waitFor(() =>
    expect(bodiesSentTo(fetches, athleteEndpoints.decideMatch)[1]).toEqual({ image: 11, decision: null }),
  );
  fireEvent.click(viewer.getByRole('button', { name: 'Not Maya?' }));
  fireEvent.click(viewer.getByRole('button', { name: 'Close photo' }));
  expect(await screen.findByText('1 photo you said isn’t Maya')).toBeTruthy();
  const unsure = await openPhoto('Maybe Maya, 1 of 1');
  fireEvent.click(unsure.getByRole('button', { name: 'Yes, it’s Maya' }));
  await waitFor(() =>
    expect(bodiesSentTo(fetches, athleteEndpoints.decideMatch).at(-1)).toEqual({
      image: 12,
      decision: 'confirmed',
    }),
  );
});

test('a decision the server did not take is undone on the page', async () => {
  observeWidth();
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof errorAnswer>>();
  openAthletes(
    [buildAthlete()],
    [buildAlbumMatches(1)],
    [answer(athleteEndpoints.decideMatch, () => promise)],
  );
  const viewer = await openPhoto('Photos of Maya, 1 of 1');
  fireEvent.click(viewer.getByRole('button', { name: 'Not Maya?' }));
  expect(await viewer.findByText('Not Maya')).toBeTruthy();
  resolve(errorAnswer(500, 'internal'));
  expect(await viewer.findByRole('button', { name: 'Not Maya?' })).toBeTruthy();
});

test('each weekend has one offer for its own photos, and none where all are owned', async () => {
  observeWidth();
  const inColumbus = buildEvent({ id: 4, name: 'Lamplight Classic', city: 'Columbus' });
  const albums = [
    buildAlbumMatches(1, {
      matches: [buildMatch(11, { score: 0.9 }), buildMatch(12), buildMatch(13, { owned: true, score: 0.7 })],
    }),
    buildAlbumMatches(2, {
      album: { ...buildAlbum(2), events: [inColumbus] },
      album_owned: true,
      matches: [buildMatch(21, { owned: true })],
    }),
  ];
  const { fetches } = openAthletes([buildAthlete({ matches_sure: 4 })], albums, [
    answer(paymentEndpoints.quotePayment, buildQuote(998)),
    answer(orderEndpoints.addCartItem, emptyCart),
  ]);
  expect(await screen.findByRole('heading', { level: 1, name: 'Maya' })).toBeTruthy();
  expect(await screen.findByText('4 photos from 2 weekends')).toBeTruthy();
  const denver = within(await screen.findByRole('region', { name: 'Denver' }));
  const columbus = within(screen.getByRole('region', { name: 'Columbus' }));
  expect(columbus.getAllByText('Yours').length).toBeGreaterThan(0);
  expect(columbus.queryByRole('button', { name: / for \$/ })).toBeNull();
  expect(denver.getByText('Buy Maya’s photos from Denver')).toBeTruthy();
  fireEvent.click(await denver.findByRole('button', { name: '2 for $9.98' }));
  expect(await screen.findByRole('dialog', { name: 'Your Shopping Cart' })).toBeTruthy();
  expect(bodiesSentTo(fetches, orderEndpoints.addCartItem)).toEqual([{ images: [11, 12] }]);
  expect(bodiesSentTo(fetches, paymentEndpoints.quotePayment)).toEqual([{ imageIds: [11, 12] }]);
});

test('one photo is bought from the viewer', async () => {
  observeWidth();
  const { fetches } = openAthletes(
    [buildAthlete()],
    [buildAlbumMatches(1)],
    [answer(paymentEndpoints.quotePayment, buildQuote(499)), answer(orderEndpoints.addCartItem, emptyCart)],
  );
  const viewer = await openPhoto('Photos of Maya, 1 of 1');
  fireEvent.click(await viewer.findByRole('button', { name: /^Buy this photo\s*\$4\.99$/ }));
  await waitFor(() => expect(bodiesSentTo(fetches, orderEndpoints.addCartItem)).toEqual([{ images: [11] }]));
});

test('one tap chooses emails about new photos; texts need a phone first', async () => {
  const settings = {
    ...FACTORY_NOTIFICATION_SETTINGS,
    athlete_found: { email: false, sms: false, push: true },
  };
  const quiet_hours = { from: 21, to: 8, time_zone: null };
  const known = {
    user: 7,
    settings,
    has_modified_notification_settings: null,
    email_stopped: [],
    quiet_hours,
  };
  const { fetches } = openAthletes(
    [buildAthlete()],
    [],
    [
      answer(notificationEndpoints.getSettings, known),
      answer(notificationEndpoints.listPushDevices, { public_key: 'key', devices: [] }),
      answer(notificationEndpoints.listAlertChoices, []),
      answer(athleteEndpoints.chooseAlerts, { ok: true }),
    ],
  );
  const email = await screen.findByRole('button', { name: 'Email' });
  expect(email.getAttribute('aria-pressed')).toBe('false');
  fireEvent.click(email);
  await waitFor(() => expect(email.getAttribute('aria-pressed')).toBe('true'));
  await waitFor(() =>
    expect(bodiesSentTo(fetches, athleteEndpoints.chooseAlerts)).toEqual([{ email: true }]),
  );
  const push = screen.getByRole('button', { name: 'Push' });
  fireEvent.click(push);
  expect(await screen.findByText(/This browser can’t show notifications/)).toBeTruthy();
  expect(push.getAttribute('aria-pressed')).toBe('false');
  expect(screen.getByRole('link', { name: 'Text' }).getAttribute('href')).toBe('/user-profile#phone');
});

test('a running search says how far it is; one that is switched off says so', async () => {
  const search = {
    is_running: true,
    albums_done: 2,
    albums_total: 12,
    albums_today: 12,
    missing_verification: null,
    resumes_at: null,
    is_available: true,
  };
  openAthletes([buildAthlete({ search })]);
  expect(await screen.findByText('Searching album 3 of 12')).toBeTruthy();
  leaveSite();
  const limited = { ...search, is_running: false, albums_total: 180, resumes_at: '2026-11-17T00:00:00.000Z' };
  openAthletes([buildAthlete({ search: { ...limited, albums_done: 60, albums_today: 60 } })]);
  expect(
    await screen.findByText('We searched 60 of 180 albums today. We’ll do the rest tomorrow.'),
  ).toBeTruthy();
  leaveSite();
  openAthletes([buildAthlete({ search: { ...search, is_running: false, is_available: false } })]);
  expect(await screen.findByText(/Face search is off right now/)).toBeTruthy();
});

test('a missing verification leads to the check, and no saved team leads to saving one', async () => {
  const athlete = buildAthlete();
  const search = { ...athlete.search, albums_done: 0, missing_verification: 'either' as const };
  openAthletes([buildAthlete({ search })]);
  expect(
    await screen.findByText(/Confirm your phone, or buy something by card once, and we’ll look for Maya/),
  ).toBeTruthy();
  leaveSite();
  openAthletes([buildAthlete({ search: { ...search, albums_total: 0, missing_verification: null } })], []);
  expect(await screen.findByRole('link', { name: 'Save a team' })).toBeTruthy();
});

test('withdrawing asks first, says what is destroyed, and asks for a new consent afterwards', async () => {
  let athlete = buildAthlete();
  const { fetches } = openAthletes(
    [athlete],
    [],
    [
      answer(athleteEndpoints.listAthletes, () => [athlete]),
      answer(athleteEndpoints.withdrawConsent, () => {
        athlete = buildAthlete({
          consented_at: null,
          consent_version: null,
          user_athlete_reference_photos: [],
        });
        return athlete;
      }),
    ],
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw consent' }));
  const prompt = within(await screen.findByRole('alertdialog'));
  expect(prompt.getByText(/right away/)).toBeTruthy();
  const asked = () => bodiesSentTo(fetches, athleteEndpoints.withdrawConsent).length;
  expect(asked()).toBe(0);
  fireEvent.click(prompt.getByRole('button', { name: 'Withdraw consent' }));
  expect(await screen.findByText('We’re not looking for Maya')).toBeTruthy();
  expect(asked()).toBe(1);
});

const emptyCart = {
  id: 3,
  total: 0,
  sub_total: 0,
  credit: 0,
  tax: 0,
  tax_name: '',
  is_tax_known: true,
  items: [],
};

test('where the site has switched it off, nothing is looked for or added, and what is kept can be deleted', async () => {
  openAthletes([buildAthlete()], [], [answer(siteEndpoints.getSite, buildSite({ face_matching: false }))]);
  expect(await screen.findByText(/Face search is off right now/)).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('link', { name: /Add/ })).toBeNull());
  expect(screen.getByRole('button', { name: 'Delete Maya' })).toBeTruthy();
});
