// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { inboxListEndpoints, supportEndpoints } from '#contract/endpoints/support.ts';
import type { InboxRow } from '#contract/entities/staff-rows.ts';
import { answer, errorAnswer } from '#web/testing/answers.ts';
import { buildUser } from '#web/testing/demo-user.ts';
import { giveElementsASize } from '#web/testing/element-sizes.ts';
import { openSite } from '#web/testing/render-site.tsx';

const staff = buildUser({ type: 'customer_support' });

function row(id: number): InboxRow {
  return {
    id,
    status: 'open',
    has_bug_report: false,
    customer: { user: id, name: `Parent ${id}`, email: `parent${id}@example.test` },
    unread: 0,
    last_from: 'customer',
    last_text: `Question ${id}`,
    last_message_at: '2026-11-12T10:00:00.000Z',
    assignee: null,
    tags: [],
  };
}

let rows: InboxRow[];
let asked: URLSearchParams[];
let sent: unknown[];

function openInbox(address = '/admin/support', me = staff) {
  openSite(address, me, [
    answer(inboxListEndpoints.page, ({ query }) => {
      asked.push(query);
      return { rows, next: null };
    }),
    answer(supportEndpoints.getDesk, {
      staff: [
        { id: staff.id, name: 'Myself' },
        { id: 77, name: 'Dana Desk' },
      ],
      tags: ['refund'],
      replies: [{ id: 1, version: 0, title: 'Ready', text: 'Hi {name}, order {order} is ready.' }],
    }),
    answer(supportEndpoints.getConversation, {
      ...row(1),
      messages: [],
      albums: [],
      orders: [{ id: 794, status: 'paid', total: 100, created_at: row(1).last_message_at, title: 'Royals' }],
    }),
    answer(supportEndpoints.answerConversation, errorAnswer(409, 'conflict', 'Try again')),
    answer(supportEndpoints.assignConversations, ({ body }) => {
      sent.push(body);
      return { done: body.conversations, refused: [] };
    }),
    answer(supportEndpoints.changeTags, ({ body }) => {
      sent.push(body);
      return { tags: body.add ?? [] };
    }),
    answer(inboxListEndpoints.count, () => ({ total: rows.length })),
    answer(supportEndpoints.setStatuses, ({ body }) => {
      sent.push(body);
      const closed = new Set(body.conversations);
      rows = body.status === 'closed' ? rows.filter(({ id }) => !closed.has(id)) : rows;
      return { done: body.conversations, refused: [] };
    }),
  ]);
}

beforeEach(() => {
  rows = [1, 2, 3].map(row);
  asked = [];
  sent = [];
  giveElementsASize();
});

test('several are selected with Shift, closed by E, and one Undo reopens them', async () => {
  openInbox();
  fireEvent.click(await screen.findByRole('checkbox', { name: /Parent 1$/ }));
  fireEvent.click(screen.getByRole('checkbox', { name: /Parent 2$/ }), { shiftKey: true });
  const bar = screen.getByRole('toolbar', { name: 'Selected conversations' });
  expect(await within(bar).findByText('2 conversations selected')).toBeTruthy();
  fireEvent.keyDown(document.body, { key: 'e' });
  const undo = await screen.findByRole('button', { name: 'Undo' });
  // At the bottom it would cover the answer.
  expect(undo.closest('[data-sonner-toaster]')?.getAttribute('data-y-position')).toBe('top');
  fireEvent.click(undo);
  await waitFor(() =>
    expect(sent).toEqual([
      { conversations: [1, 2], status: 'closed' },
      { conversations: [1, 2], status: 'open' },
    ]),
  );
  expect(screen.queryByRole('toolbar', { name: 'Selected conversations' })).toBeNull();
});

test.each([
  [
    '?q=album&sort=oldest_waiting:asc&status=closed',
    { q: 'album', _sort: 'oldest_waiting:asc', status: 'closed' },
  ],
  ['?sort=upwards&status=lost', { _sort: 'waiting:desc' }],
])('the address %s filters and sorts the list, and invalid values are ignored', async (search, expected) => {
  openInbox(`/admin/support${search}`);
  await screen.findByRole('button', { name: /Question 1/ });
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({ ...expected, _start: '0' });
});

test('a search that finds nothing says so and can be cleared', async () => {
  rows = [];
  openInbox('/admin/support?q=zephyr');
  expect(await screen.findByText('No conversation found')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Clear filters' }));
  expect(await screen.findByText('All caught up')).toBeTruthy();
});

test('J opens the first conversation and then the next one', async () => {
  openInbox();
  await screen.findByRole('button', { name: /Question 1/ });
  const openRow = () => document.querySelector('li[aria-current]')?.textContent ?? '';
  fireEvent.keyDown(document.body, { key: 'j' });
  await waitFor(() => expect(openRow()).toContain('Parent 1'));
  fireEvent.keyDown(document.body, { key: 'j' });
  await waitFor(() => expect(openRow()).toContain('Parent 2'));
  fireEvent.keyDown(document.body, { key: 'k' });
  await waitFor(() => expect(openRow()).toContain('Parent 1'));
});

test('/ in an empty answer inserts a canned reply with the name and the order of the customer', async () => {
  openInbox('/admin/support?conversation=1');
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write an answer' });
  fireEvent.keyDown(field, { key: '/' });
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Ready' }));
  await waitFor(() => expect(field.value).toBe('Hi Parent, order 794 is ready.'));
});

test('an answer that is not sent yet waits while the page is left', async () => {
  const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write an answer' });
  openInbox('/admin/support?conversation=1');
  fireEvent.change(await field(), { target: { value: 'We are looking' } });
  cleanup();
  openInbox('/admin/support?conversation=1');
  expect((await field()).value).toBe('We are looking');
  fireEvent.change(await field(), { target: { value: '' } });
});

test('an answer that could not be sent waits for another try while its conversation is closed', async () => {
  openInbox('/admin/support?conversation=1');
  const field = await screen.findByRole('textbox', { name: 'Write an answer' });
  fireEvent.change(field, { target: { value: 'Your photos are up' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await screen.findByText(/^Not sent/);
  fireEvent.click(screen.getByRole('link', { name: 'All conversations' }));
  await waitFor(() => expect(screen.queryByText('Your photos are up')).toBeNull());
  fireEvent.click(await screen.findByRole('button', { name: /^Parent 1/ }));
  expect(await screen.findByText('Your photos are up')).toBeTruthy();
});

test('a conversation is assigned and tagged, and both are filters', async () => {
  openInbox('/admin/support?conversation=1');
  fireEvent.click(await screen.findByRole('button', { name: 'Assign the conversation' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Dana Desk' }));
  await waitFor(() => expect(sent).toEqual([{ conversations: [1], assignee: 77 }]));
  fireEvent.change(screen.getByLabelText('Add a tag'), { target: { value: ' Refund ' } });
  fireEvent.submit(screen.getByLabelText('Add a tag'));
  await waitFor(() => expect(sent.at(-1)).toEqual({ add: ['refund'] }));
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }));
  fireEvent.click(await screen.findByRole('radio', { name: 'Me' }));
  await waitFor(() => expect(asked.at(-1)?.get('assignee')).toBe(String(staff.id)));
  fireEvent.click(screen.getByRole('radio', { name: 'refund' }));
  await waitFor(() => expect(asked.at(-1)?.get('tag')).toBe('refund'));
});

test('E reopens what is open among the closed, and an order leads to its place in the account', async () => {
  rows = [{ ...row(1), status: 'closed' }];
  openInbox('/admin/support?status=closed&conversation=1');
  const record = await screen.findByRole('complementary', { name: 'Customer' });
  const order = within(record).getByRole('link', { name: 'Royals' });
  expect(order.getAttribute('href')).toBe('/admin/users/1?order_q=794');
  fireEvent.keyDown(document.body, { key: 'e' });
  await waitFor(() => expect(sent).toEqual([{ conversations: [1], status: 'open' }]));
  fireEvent.click(screen.getByRole('button', { name: 'Assign the conversation' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Nobody' }));
  expect(await screen.findByText('1 conversation assigned to nobody')).toBeTruthy();
});

test('whoever only reads customers finds nothing to answer, close or assign with', async () => {
  const analyst = buildUser({ type: 'analyst' });
  openInbox('/admin/support?conversation=1', analyst);
  const pane = await screen.findByRole('region', { name: 'Conversation with Parent 1' });
  expect(within(pane).queryAllByRole('textbox')).toEqual([]);
  expect(within(pane).queryByRole('button', { name: 'Close' })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
  fireEvent.keyDown(document.body, { key: 'e' });
  fireEvent.keyDown(document.body, { key: 'a' });
  expect(sent).toEqual([]);
});
