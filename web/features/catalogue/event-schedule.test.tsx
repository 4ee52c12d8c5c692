// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { buildAlbum, buildEvent } from '#web/testing/demo-albums.ts';
import { openAt } from '#web/testing/open-at.tsx';
import { EventSchedule } from './event-schedule.tsx';

afterEach(cleanup);

async function openSchedule(...times: (string | null)[]) {
  const event = buildEvent();
  const albums = times.map((planned_at, index) => ({
    ...buildAlbum(index + 1, { planned_at }),
    events: [event],
  }));
  const [, site] = await openAt('/', <EventSchedule event={event} albums={albums} />);
  const { container } = render(site);
  await screen.findByText(/^Displaying/);
  return [...container.querySelectorAll('h2')].map(({ textContent }) => textContent);
}

test('performances without a time have a heading of their own, unless no performance has one', async () => {
  expect((await openSchedule('2026-10-24T20:05:00Z', null)).at(-1)).toBe('No time yet');
  cleanup();
  expect(await openSchedule(null)).toEqual([]);
});
