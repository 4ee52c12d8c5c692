// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { buildAlbum, buildEvent } from '#web/testing/demo-albums.ts';
import { renderAt } from '#web/testing/render-at.tsx';
import { buildSchedule, EventSchedule, filterSchedule } from './event-schedule.tsx';

async function openSchedule(...times: (string | null)[]) {
  const event = buildEvent();
  const albums = times.map((planned_at, index) => ({
    ...buildAlbum(index + 1, { planned_at }),
    events: [event],
  }));
  await renderAt('/', <EventSchedule event={event} albums={albums} />);
  await screen.findByText(/^Displaying/);
  return [...document.querySelectorAll('h2')].map(({ textContent }) => textContent);
}

test('performances without a time have a heading of their own, unless no performance has one', async () => {
  expect((await openSchedule('2026-10-24T20:05:00Z', null)).at(-1)).toBe('No time yet');
  cleanup();
  expect(await openSchedule(null)).toEqual([]);
});

const event = buildEvent();
const entry = (id: number, performance_order: number, planned_at: string | null) => ({
  ...buildAlbum(id, { performance_order, planned_at }),
  events: [event],
});
const albums = [
  entry(3, 3, '2026-10-25T14:10:00Z'),
  entry(2, 2, '2026-10-24T20:40:00Z'),
  entry(1, 1, '2026-10-24T20:05:00Z'),
  entry(4, 4, null),
];

test('the running order, hour by hour in the time zone of the event', () => {
  const hours = buildSchedule(albums, event).map((slot) => ({
    ...slot,
    hour: slot.hour?.replace('\u202f', ' '),
    albums: slot.albums.map(({ id }) => id),
  }));
  expect(hours).toEqual([
    { key: '2026-10-24 2 PM', day: 'Sat, Oct 24', hour: '2 PM', albums: [1, 2] },
    { key: '2026-10-25 8 AM', day: 'Sun, Oct 25', hour: '8 AM', albums: [3] },
    { key: 'no time', day: undefined, hour: undefined, albums: [4] },
  ]);
});

test('the filter follows the keyword rule', () => {
  expect(filterSchedule(albums, event, 'royals 2').map(({ id }) => id)).toEqual([2]);
  expect(filterSchedule(albums, event, '')).toBe(albums);
  expect(filterSchedule(albums, event, 'tidal')).toEqual([]);
});
