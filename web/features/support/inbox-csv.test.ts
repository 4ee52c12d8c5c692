import { expect, test } from 'vitest';
import type { InboxRow } from '#contract/endpoints/support.ts';
import { toInboxCsv } from './inbox-csv.ts';

const row = (fields: Partial<InboxRow> = {}): InboxRow => ({
  id: 4,
  status: 'open',
  has_bug_report: false,
  customer: { user: 9, name: 'Robin Customer', email: 'robin@example.test' },
  unread: 2,
  last_from: 'customer',
  last_text: 'Where is my album?',
  last_message_at: '2026-11-12T12:00:00.000Z',
  ...fields,
});

test('the file says of each conversation who it is with and whether it waits for us', () => {
  const visitor = { user: null, name: '', email: 'visitor@example.test' };
  const [heads, ...lines] = toInboxCsv([
    row(),
    row({ id: 5, last_from: 'staff', has_bug_report: true, unread: 0 }),
    row({ id: 6, status: 'closed', customer: visitor, last_text: '=cmd()' }),
  ]).split('\r\n');
  expect(heads).toBe(
    'id,status,waits_for_us,name,email,user,bug_report,unread,last_from,last_message_at,last_message',
  );
  expect(lines.filter(Boolean)).toEqual([
    '4,open,yes,Robin Customer,robin@example.test,9,no,2,customer,2026-11-12T12:00:00.000Z,Where is my album?',
    '5,open,no,Robin Customer,robin@example.test,9,yes,0,staff,2026-11-12T12:00:00.000Z,Where is my album?',
    "6,closed,no,,visitor@example.test,,no,2,customer,2026-11-12T12:00:00.000Z,'=cmd()",
  ]);
});
