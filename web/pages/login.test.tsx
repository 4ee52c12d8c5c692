// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { enteringEndpoints } from '#contract/endpoints/entering.ts';
import { landingEndpoints } from '#contract/endpoints/landing.ts';
import { answer, answerCalls, bodiesSentTo, errorAnswer, type Reply } from '#web/testing/answers.ts';
import { renderSite } from '#web/testing/render-site.tsx';

const EVENT = {
  id: 3,
  code: 'CCC222',
  name: 'North Star Open',
  brand_name: 'North Star',
  city: 'St. Paul',
  state: 'MN',
  start_date: '2026-10-25',
  last_date: '2026-10-26',
  picture: 'gymnastics',
  albums_count: 64,
  photos_count: 1204,
};
const TEAM = {
  code: 'K7M2QF',
  program_name: 'Northshore Elite',
  team_name: 'Royals',
  division_name: 'Senior 4',
  event_name: 'Crown Nationals',
  start_date: '2026-11-15',
  last_date: '2026-11-15',
  albums_count: 3,
};
const PRICES = { photo: 1995, photos: { photos: 5, price: 5900 }, athlete: null, album: 13965, share: 1995 };

function open(
  landing: Reply<typeof landingEndpoints.getLanding> = { events: [EVENT], prices: PRICES },
  search: Reply<typeof landingEndpoints.searchPublic> = { teams: [TEAM], events: [EVENT] },
  path = '/',
) {
  const fetches = answerCalls(
    answer(landingEndpoints.listPublicEvents, [EVENT]),
    answer(landingEndpoints.getLanding, landing),
    answer(landingEndpoints.searchPublic, search),
  );
  return { fetches, router: renderSite(path) };
}

const type = async (text: string) =>
  fireEvent.change(await screen.findByRole('combobox', { name: 'Find your team or event' }), {
    target: { value: text },
  });

const sheet = () => screen.queryByRole('dialog', { name: 'Log in or sign up' });

test('a visitor sees the promise, events with pictures, what photos cost and how children are safe', async () => {
  open();
  expect(await screen.findByRole('heading', { level: 1, name: /They practiced all year/ })).toBeTruthy();
  expect(sheet()).toBeNull();
  const event = await screen.findByRole('link', { name: /North Star Open/ });
  expect(event.getAttribute('href')).toBe('/e/CCC222');
  const card = event.closest('article');
  expect(card?.textContent).toContain('64 albums');
  expect(screen.getByRole('heading', { name: 'Latest events' })).toBeTruthy();
  expect(card?.textContent).not.toContain('Live now');
  expect(card?.querySelector('img')?.getAttribute('src')).toMatch(/gymnastics/);
  expect(screen.getByRole('link', { name: 'See all events' }).getAttribute('href')).toBe('/e');
  const prices = screen.getByLabelText('Prices').textContent;
  for (const words of ['$19.95', '5 photos', '$59.00', '$139.65', '$19.95 each in a group order of 7']) {
    expect(prices).toContain(words);
  }
  expect(prices).not.toContain('your athlete');
  for (const heading of ['How it works', 'Safe for kids, by design']) {
    expect(screen.getByRole('heading', { name: heading })).toBeTruthy();
  }
});

test('events of about now are this weekend, with the picture that staff uploaded', async () => {
  const today = new Date().toISOString().slice(0, 10);
  const picture = '0123456789abcdef'.repeat(2);
  const near = { ...EVENT, code: 'NEAR22', name: 'Near Open', start_date: today, last_date: today, picture };
  open({ events: [near], prices: PRICES });
  expect(await screen.findByRole('heading', { name: 'This weekend' })).toBeTruthy();
  const card = screen.getByRole('link', { name: /Near Open/ }).closest('article');
  expect(card?.textContent).toContain('Live now');
  expect(card?.querySelector('img')?.getAttribute('srcset')).toContain(
    `/api/event-pictures/${picture}-1280.webp 1280w`,
  );
});

test('the log-in is a sheet that opens by its button and at its own address', async () => {
  const { router } = open();
  fireEvent.click(await screen.findByRole('link', { name: 'Login' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  await waitFor(() => expect(sheet()).toBeTruthy());
  expect(screen.queryByLabelText('Password')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(sheet()).toBeNull());
  fireEvent.click(screen.getByRole('link', { name: 'Login' }));
  await waitFor(() => expect(sheet()).toBeTruthy());
});

test('a mailed code logs in and signs up from the sheet, and the link beside it leads to the wanted page', async () => {
  const ticket = 'a'.repeat(43);
  const fetches = answerCalls(
    answer(landingEndpoints.getLanding, { events: [EVENT], prices: PRICES }),
    answer(enteringEndpoints.sendOneTimeCode, { ticket, expires_at: '2026-11-15T20:10:00.000Z' }),
    answer(enteringEndpoints.enterByCode, errorAnswer(401, 'code_invalid')),
  );
  renderSite('/OpenOrders');
  fireEvent.click(await screen.findByRole('link', { name: 'Send me a code' }));
  const send = await screen.findByRole('button', { name: 'Send me a code' });
  fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'dana@example.com' } });
  fireEvent.click(send);
  fireEvent.change(await screen.findByLabelText('Code'), { target: { value: '123456' } });
  await screen.findByText('This code no longer works. Get a new one.');
  expect(bodiesSentTo(fetches, enteringEndpoints.sendOneTimeCode)).toEqual([
    { email: 'dana@example.com', agreed_to_terms: true, to: '/OpenOrders' },
  ]);
  expect(bodiesSentTo(fetches, enteringEndpoints.enterByCode)).toEqual([
    { email: 'dana@example.com', ticket, code: '123456' },
  ]);
});

test('the button in the header offers a code, and the field of the password is one press away', async () => {
  const { router } = open();
  fireEvent.click(await screen.findByRole('link', { name: 'Login' }));
  fireEvent.click(await screen.findByRole('link', { name: 'Use my password' }));
  expect(await screen.findByLabelText('Password')).toBeTruthy();
  expect(router.state.location.href).toBe('/login');
  expect(screen.getByRole('link', { name: 'Create an account' })).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: 'Send me a code' }));
  await waitFor(() => expect(screen.queryByLabelText('Password')).toBeNull());
});

test('the header leads to the sections of the landing page without opening the log-in', async () => {
  open();
  const menu = within(await screen.findByRole('navigation', { name: 'Main' }));
  await screen.findByLabelText('Prices');
  for (const [link, heading] of [
    ['How it works', 'How it works'],
    ['Prices', 'Looking is free. Keep what you love.'],
    ['Safe for kids', 'Safe for kids, by design'],
  ]) {
    fireEvent.click(menu.getByRole('link', { name: link }));
    expect(document.activeElement?.contains(screen.getByRole('heading', { name: heading }))).toBe(true);
  }
  expect(sheet()).toBeNull();
  expect(menu.getByRole('link', { name: 'Browse events' }).getAttribute('href')).toBe('/e');
});

test('somebody whom a guard sent here finds the log-in open', async () => {
  const { router } = open(undefined, undefined, '/OpenOrders');
  await waitFor(() => expect(router.state.location.pathname).toBe('/Login'));
  await waitFor(() => expect(sheet()).toBeTruthy());
});

test('a visitor browses the events, and each leads to its teams', async () => {
  open(undefined, undefined, '/e');
  const event = await screen.findByRole('link', { name: /North Star Open/ });
  expect(event.getAttribute('href')).toBe('/e/CCC222');
  expect(screen.getByText(/Photos open after you log in/)).toBeTruthy();
});

test('the search answers while typing, and Enter opens the chosen answer', async () => {
  const { router } = open();
  await type('nor');
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Northshore Elite Royals'),
    expect.stringContaining('North Star Open'),
  ]);
  expect(options[0]?.textContent).toContain('3 albums');
  const field = screen.getByRole('combobox');
  fireEvent.keyDown(field, { key: 'ArrowDown' });
  expect(field.getAttribute('aria-activedescendant')).toBe(options[1]?.id);
  fireEvent.keyDown(field, { key: 'Enter' });
  await waitFor(() => expect(router.state.location.pathname).toBe('/e/CCC222'));
});

test('one letter asks nothing, and Escape clears the field', async () => {
  const { fetches } = open();
  await type('n');
  fireEvent.keyDown(screen.getByRole('combobox'), { key: 'Escape' });
  expect(screen.getByRole<HTMLInputElement>('combobox').value).toBe('');
  expect(fetches.mock.calls.some(([address]) => address.includes('public-search'))).toBe(false);
});

test('the search says when nothing is found and when it fails', async () => {
  open(undefined, ({ query }) =>
    query.get('q') === 'xyz'
      ? { teams: [], events: [] }
      : errorAnswer(429, 'too_many_requests', 'Slow down.'),
  );
  await type('xyz');
  expect(await screen.findByText(/No match yet/)).toBeTruthy();
  await type('other');
  expect(await screen.findByText('Slow down.')).toBeTruthy();
});

test('the log-in works while the rest cannot be loaded', async () => {
  open(errorAnswer(500, 'internal', 'Something went wrong.'), undefined, '/login');
  expect(await screen.findByText('Something went wrong.')).toBeTruthy();
  expect(screen.getByLabelText('Email')).toBeTruthy();
  expect(screen.queryByLabelText('Prices')).toBeNull();
});

test('a code from the venue leads to its page', async () => {
  const { router } = open(undefined, undefined, '/login');
  fireEvent.click(await screen.findByRole('button', { name: 'Enter a code from the venue' }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Code from the venue' }), {
    target: { value: 'abc' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(screen.getByText(/Codes have six letters and numbers/)).toBeTruthy();
  fireEvent.change(screen.getByRole('textbox', { name: 'Code from the venue' }), {
    target: { value: 'k7m-2qf' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/e/K7M2QF'));
});
