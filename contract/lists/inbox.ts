import { z } from 'zod';
import type { InboxRow } from '#contract/entities/staff-rows.ts';
import { idInPath } from '../primitives.ts';
import { choiceFilter, defineList, openChoiceFilter, searchFilter } from './list.ts';

export const MAX_CONVERSATIONS_AT_ONCE = 200;

const isWaiting = ({ status, last_from }: InboxRow) => status === 'open' && last_from === 'customer';

export const inboxList = defineList<InboxRow>()({
  name: 'conversations',
  namesCustomers: true,
  hasViews: true,
  noun: 'conversation',
  columns: {
    waiting: { label: 'Waiting first', sort: 'desc' },
    oldest_waiting: { label: 'Waiting longest', sort: 'asc' },
    id: { label: 'Number', value: ({ id }) => id },
    status: { label: 'Status', value: ({ status }) => status },
    waits_for_us: { label: 'Waiting', value: (row) => (isWaiting(row) ? 'yes' : 'no') },
    name: { label: 'Name', value: ({ customer }) => customer.name },
    email: { label: 'Email', value: ({ customer }) => customer.email },
    user: { label: 'User', value: ({ customer }) => customer.user },
    bug_report: { label: 'Bug report', value: ({ has_bug_report }) => (has_bug_report ? 'yes' : 'no') },
    unread: { label: 'Unread', value: ({ unread }) => unread },
    last_from: { label: 'Last from', value: ({ last_from }) => last_from },
    last_message_at: {
      label: 'Last message',
      sort: 'desc',
      value: ({ last_message_at }) => last_message_at,
    },
    assignee: { label: 'Assigned to', value: ({ assignee }) => assignee?.name ?? null },
    tags: { label: 'Tags', value: ({ tags }) => tags.join(', ') },
    last_message: { label: 'Text', value: ({ last_text }) => last_text },
  },
  filters: {
    q: searchFilter({ label: 'Find conversations', placeholder: 'Name, email or message' }),
    /** Lists open conversations unless the filter asks for closed ones. */
    status: {
      ...choiceFilter({ label: 'Status', options: { open: 'Open', closed: 'Closed' } }),
      control: 'none',
    },
    assignee: {
      ...openChoiceFilter({ label: 'Assigned to', all: 'Anyone' }),
      schema: () => z.literal('nobody').or(idInPath).optional(),
    },
    tag: openChoiceFilter({ label: 'Tag', all: 'Any tag' }),
    bugs: {
      ...choiceFilter({ label: 'Bug reports', options: { true: 'Bug reports' } }),
      control: 'none',
    },
  },
  defaultSort: 'waiting:desc',
  maxSelected: MAX_CONVERSATIONS_AT_ONCE,
});
