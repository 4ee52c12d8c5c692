// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { type Wall, type WallPhoto, wallEndpoints } from '#contract/endpoints/wall.ts';
import { answer, answerCalls, errorAnswer, NETWORK_ERROR } from '#web/testing/answers.ts';
import { renderSite } from '#web/testing/render-site.tsx';

const photo = (id: number): WallPhoto => ({
  id,
  width: 1600,
  height: 1067,
  placeholder: null,
  team: `Team ${id}`,
});
const wallOf = (...ids: number[]): Wall => ({
  event: { name: 'Harbor Open', venue_name: 'Arena North' },
  poster_path: '/e/HRBR',
  is_on: true,
  photos: ids.map(photo),
});

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const load = () => act(async () => void fireEvent.load(screen.getByAltText(/^Team/)));

/** Opens the wall with the first photo on the screen and a clock that the test drives. */
async function openWall(reply: () => Wall | typeof NETWORK_ERROR) {
  let version = 0;
  answerCalls(
    answer(wallEndpoints.openWall, () => {
      const wall = reply();
      version += 1;
      return 'event' in wall ? { version: String(version), wall, auth: `key-${version}` } : wall;
    }),
  );
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval', 'Date'] });
  renderSite('/wall/secret-1');
  await expect
    .poll(async () => {
      await pass(10);
      return document.querySelector('img');
    })
    .not.toBeNull();
  await load();
}

test('the wall shows a photo with its team and the QR code of the event', async () => {
  await openWall(() => wallOf(2, 1));
  expect(screen.getByText('Team 2')).toBeTruthy();
  const code = screen.getByRole('img', { name: /QR code/ });
  expect(code.getAttribute('data-code')).toBe(`${window.location.origin}/e/HRBR`);
  const address = document.querySelector('img')?.getAttribute('src') ?? '';
  expect(address).toContain('/wall/pictures/2.preview?auth=key-');
  expect(address).not.toContain('secret-1');
});

test('a photo that was taken down leaves within seconds', async () => {
  let wall = wallOf(2, 1);
  await openWall(() => wall);
  wall = wallOf(1);
  await pass(5_000);
  expect(screen.queryByText('Team 2')).toBeNull();
  expect(document.querySelectorAll('img')).toHaveLength(1);
  await load();
  expect(screen.getByText('Team 1')).toBeTruthy();
});

test('after a minute without an answer no photo is shown, and the way to the event stays', async () => {
  let wall: Wall | typeof NETWORK_ERROR = wallOf(2, 1);
  await openWall(() => wall);
  wall = NETWORK_ERROR;
  await pass(66_000);
  expect(document.querySelectorAll('img')).toHaveLength(0);
  expect(screen.getByText('Reconnecting')).toBeTruthy();
  expect(screen.getByRole('img', { name: /QR code/ })).toBeTruthy();
});

test('an ended link says so', async () => {
  answerCalls(answer(wallEndpoints.openWall, errorAnswer(404, 'not_found')));
  renderSite('/wall/secret-1');
  expect(await screen.findByText('This link no longer works')).toBeTruthy();
});
