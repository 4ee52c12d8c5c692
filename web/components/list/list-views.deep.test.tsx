// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { type ListView, listViewEndpoints } from '#contract/endpoints/list-views.ts';
import { userListEndpoints } from '#contract/endpoints/user-administration.ts';
import { answer } from '#web/testing/answers.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { openSite } from '#web/testing/render-site.tsx';

const staff = buildUser({ type: 'super' });
let views: ListView[];

const view = (fields: Partial<ListView> = {}): ListView => ({
  id: 1,
  list: 'users',
  name: 'Colleagues',
  search: 'type=super&sort=name%3Aasc',
  is_default: false,
  ...fields,
});

async function openUsers(search = '') {
  const { router } = openSite(`/admin/users${search}`, staff, [
    answer(listViewEndpoints.listViews, () => views),
    answer(listViewEndpoints.saveView, ({ body }) => {
      views = [...views.filter(({ name }) => name !== body.name), { id: views.length + 1, ...body }];
      return views;
    }),
    answer(listViewEndpoints.deleteView, () => {
      views = [];
      return views;
    }),
    answer(userListEndpoints.page, { rows: [], next: null }),
    answer(userListEndpoints.count, { total: 0 }),
  ]);
  await screen.findByLabelText('Find users');
  return router;
}

const chips = () =>
  within(screen.getByRole('group', { name: 'Filters that are set' }))
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
const openMenu = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const choose = async (name: string | RegExp) =>
  fireEvent.click(await screen.findByRole('menuitem', { name }));

beforeEach(() => {
  views = [];
});

test('filters and order are saved under a name, shown again, and deleted with an undo', async () => {
  const router = await openUsers('?type=analyst&sort=email:asc');
  expect(chips()).toEqual(['Role: Analyst', 'Clear all']);
  await openMenu('Views');
  await choose(/Save this view/);
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: ' Analysts ' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save view' }));
  await screen.findByRole('button', { name: 'View: Analysts' });
  expect(views).toMatchObject([
    { list: 'users', name: 'Analysts', search: 'type=analyst&sort=email%3Aasc', is_default: false },
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Clear all' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'email:asc' }));
  await openMenu('View: Analysts (changed)');
  await choose('Analysts');
  await waitFor(() => expect(router.state.location.search).toEqual({ type: 'analyst', sort: 'email:asc' }));
  await openMenu('View: Analysts');
  await choose('Delete this view');
  await waitFor(() => expect(views).toEqual([]));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(views).toHaveLength(1));
});

test('a changed view is updated or reset, and left once nothing is set', async () => {
  views = [view()];
  const router = await openUsers('?type=super&sort=name:asc');
  await screen.findByRole('button', { name: 'View: Colleagues' });
  fireEvent.click(screen.getByRole('button', { name: 'Remove filter Role: Administrator' }));
  await openMenu('View: Colleagues (changed)');
  await choose(/Reset to/);
  await waitFor(() => expect(router.state.location.search).toEqual({ type: 'super', sort: 'name:asc' }));
  fireEvent.click(screen.getByRole('button', { name: 'Remove filter Role: Administrator' }));
  await openMenu('View: Colleagues (changed)');
  await choose(/Update/);
  await screen.findByRole('button', { name: 'View: Colleagues' });
  expect(views).toMatchObject([{ name: 'Colleagues', search: 'sort=name%3Aasc' }]);
});

test('a view that is being named is not closed without asking', async () => {
  await openUsers('?type=analyst');
  await openMenu('Views');
  await choose(/Save this view/);
  fireEvent.click(await screen.findByRole('button', { name: 'Save view' }));
  expect((await screen.findByLabelText('Name')).getAttribute('aria-invalid')).toBe('true');
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Analysts' } });
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
  fireEvent.click(within(question).getByRole('button', { name: 'Stay' }));
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Analysts');
});

test('a list without filters opens with its default view, and can still show everything', async () => {
  views = [view({ is_default: true }), view({ id: 2, list: 'albums', name: 'Other', is_default: true })];
  const router = await openUsers();
  await waitFor(() => expect(router.state.location.search).toEqual({ type: 'super', sort: 'name:asc' }));
  fireEvent.click(screen.getByRole('button', { name: 'Remove filter Role: Administrator' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ sort: 'name:asc' }));
  expect(screen.queryByRole('group', { name: 'Filters that are set' })).toBeNull();
});

test('filters in the address come before the default view', async () => {
  views = [view({ is_default: true })];
  const router = await openUsers('?type=analyst');
  await openMenu('Views');
  await screen.findByRole('menuitem', { name: /^Colleagues/ });
  expect(router.state.location.search).toEqual({ type: 'analyst' });
});
