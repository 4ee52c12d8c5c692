// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Conversation } from '#contract/endpoints/support.ts';
import { supportEndpoints } from '#contract/endpoints/support.ts';
import { closeHelp } from '#web/lib/help.ts';
import { answer, answerCalls, bodiesSentTo, NETWORK_ERROR } from '#web/testing/answers.ts';
import { renderSite } from '#web/testing/render-site.tsx';
import { dropAllOutgoing } from './my-conversation.ts';

const HOURS = 'We answer all day.';

afterEach(() => {
  dropAllOutgoing();
  closeHelp();
});

function buildConversation(texts: string[]): Conversation {
  const messages = texts.map((text, index) => ({
    id: index + 1,
    from: 'customer' as const,
    author_name: 'Visitor',
    text,
    attachments: [],
    bug_report: null,
    created_at: '2026-11-14T18:00:00.000Z',
  }));
  return { id: 3, status: 'open', unread: 0, messages };
}

async function openSheet(name: string) {
  fireEvent.click(await screen.findByRole('button', { name: 'Help' }));
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(name) }));
  return within(await screen.findByRole('dialog', { name }));
}
const openChat = () => openSheet('Chat with us');

test('a visitor is asked for an address, and a message that failed is sent again under the same key', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  let isReachable = false;
  const spy = answerCalls(
    answer(supportEndpoints.getMyConversation, { conversation: null, hours: HOURS }),
    answer(supportEndpoints.sendMessage, () =>
      isReachable
        ? { conversation: buildConversation(['Hello?']), visitor_token: 't'.repeat(43) }
        : NETWORK_ERROR,
    ),
  );
  renderSite('/login');
  const chat = await openChat();
  await chat.findByText(HOURS);
  const field = chat.getByLabelText('Write a message');
  fireEvent.change(field, { target: { value: 'Hello?' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await chat.findByText('Enter your email so we can reply.');
  fireEvent.change(chat.getByLabelText('Your email'), { target: { value: 'casey@example.test' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  await chat.findByText(/Not sent/);
  isReachable = true;
  fireEvent.click(chat.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(chat.queryByText(/Not sent|Sending/)).toBeNull());
  expect(chat.getAllByText('Hello?')).toHaveLength(1);
  const bodies = bodiesSentTo(spy, supportEndpoints.sendMessage);
  expect(bodies).toHaveLength(2);
  expect(bodies[0]).toEqual(bodies[1]);
  expect(bodies[0]).toMatchObject({ text: 'Hello?', visitor_email: 'casey@example.test' });
  expect(localStorage.getItem('SUPPORT_VISITOR')).toBe('t'.repeat(43));
});

test.each([
  ['Chat with us', 'Write a message'],
  ['Report a bug', 'What happened?'],
])('what was typed is still there when “%s” is opened again', async (sheet, field) => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  answerCalls(answer(supportEndpoints.getMyConversation, { conversation: null, hours: HOURS }));
  renderSite('/login');
  const first = await openSheet(sheet);
  fireEvent.change(first.getByLabelText(field), { target: { value: 'A long question' } });
  fireEvent.click(first.getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: sheet })).toBeNull());
  const again = await openSheet(sheet);
  expect(again.getByLabelText<HTMLTextAreaElement>(field).value).toBe('A long question');
});
