import { expect, test } from 'vitest';
import { toUserCsv } from './user-csv.ts';

const user = {
  id: 7,
  email: 'dana@example.test',
  first_name: 'Dana',
  last_name: 'Kim',
  name: 'Dana Kim',
  phone_number: '+15551234567',
  type: 'authenticated' as const,
  created_at: '2026-11-01T10:00:00.000Z',
};

test('users become one row each, under their heads', () => {
  expect(toUserCsv([user])).toBe(
    "id,name,email,phone,role,joined\r\n7,Dana Kim,dana@example.test,'+15551234567,authenticated,2026-11-01T10:00:00.000Z\r\n",
  );
});

test('commas and quotes stay inside their cell, and no name becomes a formula', () => {
  const row = toUserCsv([{ ...user, name: '=SUM(A1), "x"', phone_number: null }]).split('\r\n')[1];
  expect(row).toBe('7,"\'=SUM(A1), ""x""",dana@example.test,,authenticated,2026-11-01T10:00:00.000Z');
});
