import { randomUUID } from 'node:crypto';
import type { Role } from '#contract/rules/permissions.ts';
import { findUserByEmail, insertUser, type UserRow } from '#server/modules/accounts/accounts.queries.ts';
import { startSession } from '#server/modules/accounts/sessions.ts';
import { listOutbox } from '#server/platform/outbox.ts';
import { hashPassword } from '#server/platform/passwords.ts';
import type { TestApp } from './test-app.ts';

export const TEST_PASSWORD = 'a-Good-pass1';
let passwordHash: Promise<string> | undefined;

export type TestUser = UserRow & { token: string };

export async function buildUser(
  { context }: TestApp,
  fields: { email?: string; role?: Role; firstName?: string } = {},
): Promise<TestUser> {
  passwordHash ??= hashPassword(TEST_PASSWORD);
  const user = await insertUser(context.db, {
    email: fields.email ?? `${randomUUID()}@example.test`,
    passwordHash: await passwordHash,
    firstName: fields.firstName ?? 'Test',
    lastName: 'Customer',
    name: `${fields.firstName ?? 'Test'} Customer`,
    birthDate: null,
    agreedToTermsAt: new Date(),
    role: fields.role ?? 'authenticated',
  });
  if (!user) throw new Error(`there is already a user ${fields.email}`);
  const token = await startSession(context, user.id, { ip: '127.0.0.1', userAgent: 'test' });
  return { ...user, token };
}

export function reloadUser({ context }: TestApp, email: string) {
  return findUserByEmail(context.db, email);
}

/** Waits for the workers to deliver a message to an address. */
export async function nextMessage({ context }: TestApp, to: string, matching = /.*/s) {
  const deadline = Date.now() + 15_000;
  for (;;) {
    const messages = await listOutbox(context.db, to);
    const found = messages.find((message) => matching.test(message.subject) || matching.test(message.text));
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`no message to ${to} matches ${matching}`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}
