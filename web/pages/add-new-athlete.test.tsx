// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { athleteEndpoints } from '#contract/endpoints/athletes.ts';
import { CONSENT_VERSION, type MissingVerification } from '#contract/rules/athletes.ts';
import { answer, bodiesSentTo } from '#web/testing/answers.ts';
import { buildAthlete } from '#web/testing/demo-athletes.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { openSite } from '#web/testing/render-site.tsx';

const royals = { id: 9, program_name: 'Northshore Elite', team_name: 'Royals', division_name: '' };

function openPage(path = '/addNewAthlete', missing: MissingVerification | null = null) {
  const { search } = buildAthlete();
  const athlete = buildAthlete({
    user_athlete_reference_photos: [],
    search: { ...search, missing_verification: missing },
  });
  const user = buildUser({ team_subscriptions: [royals] });
  const { fetches, router } = openSite(path, user, [
    answer(athleteEndpoints.listAthletes, [athlete]),
    answer(athleteEndpoints.addAthlete, athlete),
  ]);
  return { router, added: () => bodiesSentTo(fetches, athleteEndpoints.addAthlete) };
}

test('nobody is added before someone says who they are and ticks the box themselves', async () => {
  const { router, added } = openPage();
  fireEvent.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(screen.getByLabelText('First name').getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(screen.getByLabelText('First name'), { target: { value: ' Maya ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Northshore Elite Royals' }));
  fireEvent.click(screen.getByRole('button', { name: 'Continue' }));

  expect(await screen.findByRole('heading', { name: 'May we recognize Maya?' })).toBeTruthy();
  const box = screen.getByRole<HTMLInputElement>('checkbox');
  expect(box.checked).toBe(false);
  for (const radio of screen.getAllByRole<HTMLInputElement>('radio')) expect(radio.checked).toBe(false);
  fireEvent.click(screen.getByRole('button', { name: 'I agree' }));
  expect(screen.getByText('Check the box so we can look for Maya.')).toBeTruthy();
  expect(added()).toEqual([]);

  fireEvent.click(screen.getByRole('radio', { name: /parent or legal guardian of Maya/ }));
  fireEvent.click(box);
  fireEvent.click(screen.getByRole('button', { name: 'I agree' }));
  expect(await screen.findByRole('heading', { name: 'Photos of Maya' })).toBeTruthy();
  expect(added()).toEqual([
    {
      name: 'Maya',
      team_name: 'Northshore Elite Royals',
      consent: { version: CONSENT_VERSION, relation: 'guardian', given: true },
    },
  ]);
  await waitFor(() => expect(router.state.location.search).toEqual({ athlete: '3' }));
});

test('a guardian who is not verified is asked for a phone before any photo', async () => {
  openPage('/addNewAthlete?athlete=3', 'either');
  expect(await screen.findByRole('heading', { name: 'One check before the photos' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Confirm your phone' })).toBeTruthy();
  expect(screen.getByText(/Or buy something by card once/)).toBeTruthy();
  expect(screen.queryByLabelText('Face photos')).toBeNull();
});

test('a reload after the consent goes on with the photos', async () => {
  openPage('/addNewAthlete?athlete=3');
  expect(await screen.findByRole('heading', { name: 'Photos of Maya' })).toBeTruthy();
  expect(screen.getByText('Step 3 of 3')).toBeTruthy();
});
