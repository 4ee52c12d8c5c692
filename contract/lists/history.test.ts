import { describe, expect, test } from 'vitest';
import { AUDIT_ACTIONS, actionName, isAutomatic } from '#contract/rules/audit-actions.ts';
import { historyList, historySentence, shownChanges } from './history.ts';

const change = (field: string, before: string, after: string) => ({ field, before, after });
const entry = (action: string, changes: ReturnType<typeof change>[] = [], subject = 'album:3') => ({
  action,
  subject,
  actor_name: 'Demo Support',
  changes,
});
const say = (...facts: Parameters<typeof entry>) => historySentence(entry(...facts));

describe('the sentence of a change', () => {
  test('says who refunded how much of which order, and why', () => {
    const amount = change('amountCents', '', '1200');
    const lists = [change('refunds', '', '[12]'), change('lines', '', '[4,5]')];
    expect(say('order.refund', [amount, ...lists], 'order:796')).toBe(
      'Demo Support refunded $12.00 of order 796',
    );
    const why = [change('disputeReason', '', 'our_mistake'), change('memo', '', 'wrong team')];
    expect(say('order.refund', [amount, ...why], 'order:796')).toBe(
      'Demo Support refunded $12.00 of order 796, which a bank disputes (It was our mistake): wrong team',
    );
    expect(say('order.refund-returned', [amount], 'order:796')).toBe(
      'The bank returned a refund of $12.00 for order 796',
    );
  });

  test('gives roles and reasons by their names', () => {
    expect(say('user.change-role', [change('role', 'authenticated', 'customer_support')])).toBe(
      'Demo Support changed the role to Support',
    );
    const why = [change('reason', '', 'copying'), change('note', '', '900 previews')];
    expect(say('user.suspend', why)).toBe('Demo Support suspended the account: Copying photos. 900 previews');
    expect(say('user.suspend')).toBe('Demo Support suspended the account');
  });

  test('calls publishing publishing, whatever else was changed with it', () => {
    const publish = change('publishedAt', '', '2026-11-14T18:00:00Z');
    const renamed = change('teamName', 'Comets', 'Meteors');
    expect(say('album.update', [publish])).toBe('Demo Support published the album');
    expect(say('album.update', [change('publishedAt', 'x', '')])).toBe('Demo Support unpublished the album');
    expect(say('album.update', [publish, renamed])).toBe('Demo Support published and edited the album');
    expect(say('album.update', [renamed])).toBe('Demo Support edited the album');
    expect(say('album.publish-by-itself', [publish])).toBe('Published automatically with enough photos');
  });

  test('counts photos and lists none', () => {
    const moved = [change('images', '[1,2]', ''), change('count', '', '2')];
    expect(say('images.move-out', moved)).toBe('Demo Support moved 2 photos out');
    expect(shownChanges(entry('images.move-out', moved))).toEqual([]);
  });

  // Every action has one, because the server records no other actions (AuditAction), also when nothing else is known.
  test.each(AUDIT_ACTIONS)('of %s is readable, with and without its facts', (action) => {
    const fields = ['amountCents', 'count', 'part', 'role', 'email', 'status', 'order', 'albums', 'minutes'];
    const facts = fields.map((field) => change(field, '', '7'));
    for (const changes of [[], facts]) {
      expect(say(action, changes, 'order:5')).toMatch(/^[A-Z$][^{}[\]]+$/);
    }
    expect(actionName(action)).toMatch(/^[A-Z]/);
    expect(isAutomatic(action)).toBe(!say(action, facts).includes('Demo Support'));
  });
});

test('an edit lists its fields in words, and nothing that only a program reads', () => {
  const edited = entry('user.update', [
    change('firstName', 'Ana', 'Anna'),
    change('phone_number', '', '+15550100'),
    change('priceCents', '1995', '1200'),
    change('commission_rate_basis_points', '3000', '1250'),
    change('isArchived', 'false', 'true'),
    change('settings', '{"a":1}', '{"a":2}'),
  ]);
  const lines = [
    { label: 'First name', before: 'Ana', after: 'Anna' },
    { label: 'Phone number', before: '', after: '+15550100' },
    { label: 'Price', before: '$19.95', after: '$12.00' },
    { label: 'Commission rate', before: '30%', after: '12.5%' },
    { label: 'Is archived', before: 'no', after: 'yes' },
  ];
  expect(shownChanges(edited)).toEqual(lines);
  const row = { ...edited, id: 1, created_at: '2026-11-14T18:00:00Z' };
  expect(historyList.columns.changes.value(row)).not.toContain('{');
  expect(shownChanges(entry('order.refund', [change('lines', '', '[1]')]))).toEqual([]);
});
