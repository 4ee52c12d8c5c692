// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { answer, type answerCalls, bodiesSentTo } from '#web/testing/answers.ts';
import { buildFoundAlbum } from '#web/testing/demo-albums.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { giveElementsASize } from '#web/testing/element-sizes.ts';
import { openSite } from '#web/testing/render-site.tsx';

const staff = buildUser({ type: 'customer_support' });
const albums = [
  buildFoundAlbum(1, { album: { team_name: 'Comets' }, viewsUsed: 10 }),
  buildFoundAlbum(2, { album: { team_name: 'Meteors' }, viewsUsed: 3 }),
  buildFoundAlbum(3, { album: { team_name: 'Novas' } }),
];
let calls: ReturnType<typeof answerCalls>;

beforeEach(giveElementsASize);

async function open(search = '') {
  const { fetches, router } = openSite(`/admin/users/found-albums/9${search}`, staff, [
    answer(accountEndpoints.getUser, buildUser({ id: 9 })),
    answer(userAdministrationEndpoints.foundAlbumsOfUser, albums),
    answer(userAdministrationEndpoints.resetChosenViews, { done: [1, 2], refused: [] }),
  ]);
  calls = fetches;
  await screen.findByLabelText('Find albums');
  return router;
}
const shown = () =>
  screen
    .getAllByRole('checkbox', { name: /^Select Northshore/ })
    .map((box) => box.getAttribute('aria-label'));
const sent = () => bodiesSentTo(calls, userAdministrationEndpoints.resetChosenViews);

test('the address decides what is shown, and values it does not know are ignored', async () => {
  const router = await open('?found_status=nonsense&found_sort=nonsense:desc');
  expect(shown()).toEqual([
    expect.stringContaining('Comets'),
    expect.stringContaining('Meteors'),
    expect.stringContaining('Novas'),
  ]);
  fireEvent.click(screen.getByRole('combobox', { name: 'Sort by' }));
  const byTeam = await screen.findByRole('option', { name: 'Team' });
  fireEvent.pointerDown(byTeam);
  fireEvent.click(byTeam);
  fireEvent.click(await screen.findByRole('button', { name: /^Sorted ascending/ }));
  await waitFor(() => expect(shown()[0]).toContain('Novas'));
  fireEvent.keyDown(window, { key: 'f' });
  fireEvent.click(await screen.findByRole('radio', { name: 'No views left' }));
  await waitFor(() => expect(shown()).toEqual([expect.stringContaining('Comets')]));
  expect(router.state.location.search).toEqual({ found_status: 'spent', found_sort: 'team:desc' });
  fireEvent.click(screen.getByRole('button', { name: 'Remove filter Views: No views left' }));
  await waitFor(() => expect(shown()).toHaveLength(3));
  expect(router.state.location.search).toEqual({ found_sort: 'team:desc' });
});

test('filters that match nothing can be cleared', async () => {
  await open('?found_q=nobody');
  fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(shown()).toHaveLength(3));
});

test('several albums are selected with keys and reset in one call after a confirmation', async () => {
  await open();
  fireEvent.keyDown(window, { key: 'j' });
  fireEvent.keyDown(window, { key: 'x' });
  fireEvent.keyDown(window, { key: 'J', shiftKey: true });
  const bar = await screen.findByRole('toolbar');
  await waitFor(() => expect(bar.textContent).toContain('2 albums'));
  fireEvent.click(within(bar).getByRole('button', { name: 'Reset views' }));
  const question = await screen.findByRole('alertdialog', { name: 'Reset the views of 2 albums?' });
  expect(sent()).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: 'Reset views' }));
  await waitFor(() => expect(sent()).toEqual([{ ids: [1, 2] }]));
  await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
});

test('albums are found by words of team and event', async () => {
  await open('?found_q=grand+METEORS');
  await waitFor(() => expect(shown()).toEqual([expect.stringContaining('Meteors')]));
});
