// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { phoneLogInEndpoints } from '#contract/endpoints/entering.ts';
import { landingEndpoints } from '#contract/endpoints/landing.ts';
import { type Poster, type PosterTeam, posterEndpoints } from '#contract/endpoints/posters.ts';
import { siteEndpoints } from '#contract/endpoints/site.ts';
import { findLastLocation } from '#web/lib/come-back.ts';
import { openSession } from '#web/lib/session.ts';
import { takeWantedAlbum } from '#web/lib/wanted-album.ts';
import { answer, answerCalls, bodiesSentTo, errorAnswer } from '#web/testing/answers.ts';
import { buildSite } from '#web/testing/demo-site.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { renderSite } from '#web/testing/render-site.tsx';

const TEAM: PosterTeam = {
  code: 'K7M2QF',
  program_name: 'Cascade Athletics',
  team_name: 'Onyx',
  division_name: 'Junior 2',
  performance_order: 51,
  planned_at: null,
  is_up: false,
};
const POSTER: Poster = {
  code: 'CCC222',
  event: {
    name: 'Crown Nationals',
    brand_name: 'Crown Series',
    venue_name: 'Coliseum',
    city: 'Denver',
    state: 'CO',
    start_date: '2026-11-14',
    last_date: '2026-11-14',
    time_zone: 'America/Denver',
    picture: 'cheer',
  },
  team: null,
  albums_up: 42,
  teams_total: 118,
};
const user = buildUser({ email: 'riley@example.test' });
const session = { jwt: 'a.b.c', user };

let fetches: ReturnType<typeof answerCalls>;

/** Whether the last call for a poster named this code. */
const isAskedFor = (code: string) =>
  fetches.mock.calls
    .findLast(([address]) => /\/posters\/\w+$/.test(address))?.[0]
    .toLowerCase()
    .endsWith(code) ?? false;

function open(path: string, team: PosterTeam = TEAM, album: number | null = null) {
  fetches = answerCalls(
    answer(siteEndpoints.getSite, buildSite()),
    answer(posterEndpoints.getPoster, () => (isAskedFor('ccc222') ? POSTER : { ...POSTER, team })),
    answer(posterEndpoints.listPosterTeams, { teams: [team], total: 118 }),
    answer(posterEndpoints.askToFollow, { sent: true }),
    answer(posterEndpoints.followTeam, { saved: true, album }),
    answer(posterEndpoints.confirmFollow, { ...session, saved: true, album }),
    answer(phoneLogInEndpoints.sendPhoneLogInCode, {
      to: '+13035550142',
      ticket: 'a-ticket',
      code: '123456',
    }),
    answer(phoneLogInEndpoints.logInByPhone, session),
    answer(landingEndpoints.searchPublic, { teams: [], events: [] }),
    answer(accountEndpoints.me, user),
  );
  return renderSite(path);
}

describe('a visitor', () => {
  test('picks the team on the poster of an event and asks by email', async () => {
    const router = open('/e/ccc222');
    expect(await screen.findByRole('heading', { name: 'Crown Nationals' })).toBeTruthy();
    // The name has the brand in it already.
    expect(screen.queryByText('Crown Series')).toBeNull();
    expect(screen.getByText('42 albums are up.')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: /Cascade Athletics Onyx/ }));
    const field = await screen.findByRole('textbox', { name: 'Email or phone' });
    expect(router.state.location.pathname).toBe('/e/K7M2QF');
    fireEvent.change(field, { target: { value: ' Riley@Example.test ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Tell me when photos are up' }));
    expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeTruthy();
    expect(bodiesSentTo(fetches, posterEndpoints.askToFollow)).toEqual([{ email: 'riley@example.test' }]);
  });

  test('gives a phone number, enters the code, and the team is saved without another tap', async () => {
    open('/e/K7M2QF');
    const field = await screen.findByRole('textbox', { name: 'Email or phone' });
    fireEvent.change(field, { target: { value: '303 555 0142' } });
    fireEvent.click(screen.getByRole('button', { name: 'Tell me when photos are up' }));
    fireEvent.click(await screen.findByRole('button', { name: '123456' }));
    fireEvent.click(screen.getByRole('button', { name: 'Tell me when photos are up' }));
    expect(await screen.findByText(/You’re following Cascade Athletics Onyx/)).toBeTruthy();
    expect(bodiesSentTo(fetches, phoneLogInEndpoints.logInByPhone)).toEqual([
      { to: '+13035550142', token: '123456', ticket: 'a-ticket', agreed_to_terms: true },
    ]);
  });

  test.each(['', 'riley', 'riley@', '12'])('is told that %j is no address', async (typed) => {
    open('/e/K7M2QF');
    const field = await screen.findByRole('textbox', { name: 'Email or phone' });
    fireEvent.change(field, { target: { value: typed } });
    fireEvent.click(screen.getByRole('button', { name: 'Tell me when photos are up' }));
    expect(await screen.findByText(/Enter an email address, or a phone number/)).toBeTruthy();
    expect(bodiesSentTo(fetches, posterEndpoints.askToFollow)).toEqual([]);
  });

  test('opens the mailed link, and the team is saved without another press', async () => {
    open('/e/K7M2QF?follow=tokentokentokentokentoken');
    expect(await screen.findByText(/You’re following Cascade Athletics Onyx/)).toBeTruthy();
    expect(bodiesSentTo(fetches, posterEndpoints.confirmFollow)).toEqual([
      { token: 'tokentokentokentokentoken', agreed_to_terms: true },
    ]);
    expect(findLastLocation() ?? '').not.toContain('token');
  });

  test('sees the photos without another press once the code is entered', async () => {
    const router = open('/e/K7M2QF', { ...TEAM, is_up: true }, 5);
    const field = await screen.findByRole('textbox', { name: 'Email or phone' });
    fireEvent.change(field, { target: { value: '303 555 0142' } });
    fireEvent.click(screen.getByRole('button', { name: 'See the photos' }));
    fireEvent.click(await screen.findByRole('button', { name: '123456' }));
    fireEvent.click(screen.getByRole('button', { name: 'See the photos' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/user-album/5'));
    expect(takeWantedAlbum(5)).toBe(true);
  });

  test('sees the photos as soon as the mailed link is open', async () => {
    const link = '/e/K7M2QF?follow=tokentokentokentokentoken';
    const router = open(link, { ...TEAM, is_up: true }, 5);
    await waitFor(() => expect(router.state.location.pathname).toBe('/user-album/5'));
    expect(takeWantedAlbum(5)).toBe(true);
  });

  test('with an old link can ask for a new one', async () => {
    answerCalls(
      answer(siteEndpoints.getSite, buildSite()),
      answer(posterEndpoints.getPoster, { ...POSTER, team: TEAM }),
      answer(posterEndpoints.listPosterTeams, { teams: [TEAM], total: 118 }),
      answer(posterEndpoints.confirmFollow, errorAnswer(400, 'link_invalid')),
    );
    renderSite('/e/K7M2QF?follow=tokentokentokentokentoken');
    fireEvent.click(await screen.findByRole('button', { name: 'Ask for a new link' }));
    expect(await screen.findByRole('textbox', { name: 'Email or phone' })).toBeTruthy();
  });

  test('with an unknown code finds the search and can try again', async () => {
    open('/e/nonsense');
    expect(await screen.findByRole('heading', { name: 'We don’t know this code' })).toBeTruthy();
    expect(screen.getByRole('combobox', { name: 'Find your team or event' })).toBeTruthy();
    fireEvent.change(screen.getByRole('textbox', { name: 'Code from the venue' }), {
      target: { value: 'k7m 2qf' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
    expect(await screen.findByRole('heading', { name: 'Crown Nationals' })).toBeTruthy();
  });
});

describe('somebody who is logged in', () => {
  test('saves the team with one tap', async () => {
    openSession(session);
    open('/e/K7M2QF');
    fireEvent.click(await screen.findByRole('button', { name: 'Tell me when photos are up' }));
    expect(await screen.findByText(/You’re following/)).toBeTruthy();
  });

  test('goes on to an album that is up', async () => {
    openSession(session);
    const router = open('/e/K7M2QF', { ...TEAM, is_up: true });
    answerCalls(
      answer(siteEndpoints.getSite, buildSite()),
      answer(posterEndpoints.getPoster, { ...POSTER, team: { ...TEAM, is_up: true } }),
      answer(posterEndpoints.listPosterTeams, { teams: [TEAM], total: 118 }),
      answer(posterEndpoints.followTeam, { saved: true, album: 7 }),
      answer(accountEndpoints.me, user),
    );
    fireEvent.click(await screen.findByRole('button', { name: 'See the photos' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/user-album/7'));
  });
});
