import { describe, expect, test } from 'vitest';
import type { Poster, PosterTeam } from '#contract/endpoints/posters.ts';
import { liveLine, placeOf, timeOf } from './poster-header.tsx';

const event: Poster['event'] = {
  name: 'Crown Nationals',
  brand_name: 'Crown',
  venue_name: 'Coliseum',
  city: 'Denver',
  state: 'CO',
  start_date: '2026-11-14',
  last_date: '2026-11-14',
  time_zone: 'America/Denver',
  picture: 'cheer',
};
const team: PosterTeam = {
  code: 'K7M2QF',
  program_name: 'Cascade',
  team_name: 'Onyx',
  division_name: 'Junior 2',
  performance_order: 51,
  planned_at: '2026-11-14T21:54:00.000Z',
  is_up: false,
};
const poster = (fields: Partial<Poster>): Poster => ({
  code: 'K7M2QG',
  event,
  team: null,
  albums_up: 0,
  teams_total: 1,
  ...fields,
});

test('the place leaves out what is not known', () => {
  expect(placeOf(event)).toBe('Coliseum, Denver, CO');
  expect(placeOf({ ...event, venue_name: '', state: '' })).toBe('Denver');
});

test('a time is that of the venue, with the day unless it is today', () => {
  expect(timeOf(team, event, '2026-11-14')).toBe('2:54 PM');
  expect(timeOf(team, event, '2026-11-15')).toBe('Sat, Nov 14, 2:54 PM');
  expect(timeOf({ ...team, planned_at: null }, event)).toBeUndefined();
});

describe('the line about photos', () => {
  test.each([
    [poster({}), 'No photos yet.'],
    [poster({ albums_up: 1 }), '1 album is up.'],
    [poster({ albums_up: 42 }), '42 albums are up.'],
    [poster({ albums_up: 42, team: { ...team, is_up: true } }), 'Your team’s photos are up.'],
    [poster({ team: { ...team, planned_at: null } }), 'No photos yet.'],
  ])('says what is up', (shown, line) => {
    expect(liveLine(shown)).toBe(line);
  });

  test('names the time of the team', () => {
    expect(liveLine(poster({ albums_up: 2, team }))).toMatch(
      /^2 albums are up. Your team performs .*2:54 PM\.$/,
    );
  });
});
