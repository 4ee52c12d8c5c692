import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { SentBody } from '#contract/endpoint.ts';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import type { Role } from '#contract/rules/permissions.ts';
import { findUserByEmail, insertUser, type UserRow } from '#server/modules/accounts/accounts.queries.ts';
import { setSecondFactorAt } from '#server/modules/accounts/second-factor.queries.ts';
import { startSession } from '#server/modules/accounts/sessions.ts';
import { listOutbox } from '#server/platform/mail/outbox.ts';
import { hashPassword } from '#server/platform/security/passwords.ts';
import type { TestApp } from './test-app.ts';

export const TEST_PASSWORD = 'a-Good-pass1';
let passwordHash: Promise<string> | undefined;

export type TestUser = UserRow & { token: string };

export async function buildUser(
  { context }: Pick<TestApp, 'context'>,
  fields: {
    email?: string;
    role?: Role;
    firstName?: string;
    isVerified?: boolean;
    createdAt?: Date;
    signupNetwork?: string;
  } = {},
): Promise<TestUser> {
  passwordHash ??= hashPassword(TEST_PASSWORD);
  const user = await insertUser(context.db, {
    email: fields.email ?? freshEmail(),
    passwordHash: await passwordHash,
    firstName: fields.firstName ?? 'Test',
    lastName: 'Customer',
    name: `${fields.firstName ?? 'Test'} Customer`,
    birthDate: null,
    agreedToTermsAt: new Date(),
    agreedVersion: 1,
    ...(fields.isVerified !== false && { emailVerifiedAt: new Date() }),
    role: fields.role ?? 'authenticated',
    ...(fields.createdAt && { createdAt: fields.createdAt }),
    ...(fields.signupNetwork && { signupNetwork: fields.signupNetwork }),
  });
  if (!user) throw new Error(`there is already a user ${fields.email}`);
  // Most tests are about something else, so their staff have the second factor that real cards ask for.
  if (user.role !== 'authenticated' && context.config.secondFactor.isRequired) {
    await setSecondFactorAt(context.db, user.id, new Date());
  }
  const token = await startSession(context, user.id, { ip: '127.0.0.1', userAgent: 'test' });
  // Sessions of staff are short, and tests about something else let days pass.
  const expiresAt = new Date(context.clock.now().getTime() + 30 * 24 * 3600_000);
  await context.db.updateTable('sessions').set({ expiresAt }).where('userId', '=', user.id).execute();
  return { ...user, token };
}

let visitors = 0;

/** Returns an unused address, so that one test does not use up the rate limits of another. */
export function freshIp(): string {
  visitors += 1;
  return `10.0.${visitors >> 8}.${visitors & 255}`;
}

/** Stands for calls that were counted under this limit, without making them. */
export async function countHits({ context }: TestApp, key: string, times: number): Promise<void> {
  const hits = Array.from({ length: times }, () => ({ key, at: context.clock.now() }));
  await context.db.insertInto('rateHits').values(hits).execute();
}

export function freshEmail(): string {
  return `${randomUUID()}@example.test`;
}

type Registration = SentBody<typeof accountEndpoints.register>;

export function buildRegistration(fields: Partial<Registration> = {}): Registration {
  const email = fields.email ?? freshEmail();
  return {
    email,
    username: email,
    password: TEST_PASSWORD,
    first_name: 'Riley',
    last_name: 'Parent',
    name: 'Riley Parent',
    birth_date: '1988-04-12',
    agreed_to_terms: true,
    provider: 'local',
    ...fields,
  };
}

/** Requests a link as a visitor does and returns the token from the message. */
export async function mailedToken(
  testApp: TestApp,
  email: string,
  purpose: 'login' | 'password_reset',
): Promise<string> {
  const earlier = new Set((await listOutbox(testApp.context.db, email)).map((message) => message.id));
  const ask = purpose === 'login' ? accountEndpoints.sendLoginLink : accountEndpoints.forgotPassword;
  await testApp.call(ask, { body: { email }, ip: freshIp() });
  const { text } = await nextMessage(testApp, email, LINK_IN_TEXT, earlier);
  return LINK_IN_TEXT.exec(text)?.[1] ?? '';
}

const LINK_IN_TEXT = /[?&](?:loginToken|code)=([\w-]+)/;

export function reloadUser({ context }: TestApp, email: string) {
  return findUserByEmail(context.db, email);
}

export async function nextMessage(
  { context }: TestApp,
  to: string,
  matching = /.*/s,
  earlier: ReadonlySet<number> = new Set(),
) {
  return eventually(async () => {
    const messages = await listOutbox(context.db, to);
    return messages.find(
      ({ id, subject, text }) => !earlier.has(id) && (matching.test(subject) || matching.test(text)),
    );
  }, `a message to ${to} that matches ${matching}`);
}

/** Waits until every job of this name has run, except those that are to start later. */
export function jobsAreDone({ context }: Pick<TestApp, 'context'>, name: string): Promise<true> {
  return eventually(async () => {
    const { rows } = await sql<{ open: number }>`
      select count(*)::integer as open from pgboss.job
      where name = ${name} and state < 'completed' and (start_after <= now() or state = 'retry')`.execute(
      context.db,
    );
    return rows[0]?.open === 0 || undefined;
  }, `the end of every job ${name}`);
}

const TIMEOUT_MS = 15_000;

/** Polls until there is a result, for work that other processes do. */
export async function eventually<T>(find: () => Promise<T | undefined>, what: string): Promise<T> {
  const deadline = Date.now() + TIMEOUT_MS;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (Date.now() > deadline) throw new Error(`never saw ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
