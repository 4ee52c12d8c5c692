// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { landingEndpoints } from '#contract/endpoints/landing.ts';
import { answer, answerCalls, errorAnswer, type Reply } from '#web/testing/answers.ts';
import { leaveSite, renderSite } from '#web/testing/render-site.tsx';

const EVENT = {
  code: 'CCC222',
  name: 'North Star Open',
  brand_name: 'North Star',
  city: 'St. Paul',
  state: 'MN',
  start_date: '2026-10-25',
  albums_count: 64,
};
const TEAM = {
  code: 'K7M2QF',
  program_name: 'Northshore Elite',
  team_name: 'Royals',
  division_name: 'Senior 4',
  event_name: 'Crown Nationals',
  start_date: '2026-11-15',
  albums_count: 3,
};
const PRICES = { photo: 1995, photos: { photos: 5, price: 5900 }, athlete: null, album: 13965, share: 1995 };

function open(
  landing: Reply<typeof landingEndpoints.getLanding> = { events: [EVENT], prices: PRICES },
  search: Reply<typeof landingEndpoints.searchPublic> = { teams: [TEAM], events: [EVENT] },
) {
  const fetches = answerCalls(
    answer(landingEndpoints.getLanding, landing),
    answer(landingEndpoints.searchPublic, search),
  );
  return { fetches, router: renderSite('/login') };
}

const type = async (text: string) =>
  fireEvent.change(await screen.findByRole('combobox', { name: 'Find your team or event' }), {
    target: { value: text },
  });

afterEach(leaveSite);

test('a visitor sees the promise, the log-in, the latest events and what photos cost', async () => {
  open();
  expect(await screen.findByRole('heading', { level: 1, name: /photos, up the same day/ })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Log in' })).toBeTruthy();
  expect(screen.getByLabelText('Password')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Email me a login link' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Create an account' })).toBeTruthy();
  const event = await screen.findByRole('link', { name: /North Star Open/ });
  expect(event.getAttribute('href')).toBe('/e/CCC222');
  expect(event.textContent).toContain('64 albums');
  const prices = screen.getByLabelText('Prices').textContent;
  for (const words of ['$19.95', '5 photos', '$59.00', '$139.65', 'split 7 ways']) {
    expect(prices).toContain(words);
  }
  expect(prices).not.toContain('your athlete');
  for (const heading of ['How it works', 'How we protect athletes']) {
    expect(screen.getByRole('heading', { name: heading })).toBeTruthy();
  }
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
  expect(await screen.findByText(/Nothing found/)).toBeTruthy();
  await type('other');
  expect(await screen.findByText('Slow down.')).toBeTruthy();
});

test('the log-in works while the rest cannot be loaded', async () => {
  open(errorAnswer(500, 'internal', 'Something went wrong.'));
  expect(await screen.findByText('Something went wrong.')).toBeTruthy();
  expect(screen.getByLabelText('Password')).toBeTruthy();
  expect(screen.queryByLabelText('Prices')).toBeNull();
});

test('a code from the venue leads to its page', async () => {
  const { router } = open();
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
