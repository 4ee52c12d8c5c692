import type { Context } from '#server/context.ts';
import { AppError } from '#server/platform/errors.ts';
import { verifyPassword } from '#server/platform/passwords.ts';
import { takeHits } from '#server/platform/rate-limit.ts';
import { findUserByEmail, type UserRow } from './accounts.queries.ts';
import { startSession, type Visitor } from './sessions.ts';

export type LoggedIn = { jwt: string; user: UserRow };

type World = Pick<Context, 'db' | 'clock' | 'jwt'>;

/** Each try counts until it succeeds: parallel guesses cannot slip past the limit. */
export async function logIn(
  world: World,
  { email, password }: { email: string; password: string },
  visitor: Visitor,
): Promise<LoggedIn> {
  const hits = await takeHits(world, [
    { key: `login:${email}:${visitor.ip}`, max: 5, perMinutes: 15 },
    { key: `login:${email}`, max: 50, perMinutes: 15 },
  ]);
  const account = await findUserByEmail(world.db, email);
  const isRight = await verifyPassword(account?.passwordHash, password);
  if (!account || !isRight) throw new AppError('login_failed');
  await hits.giveBack();
  const { passwordHash: _, ...user } = account;
  return { jwt: await startSession(world, user.id, visitor), user };
}
