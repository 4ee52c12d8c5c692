import type { Tx } from '#server/context.ts';
import { ConfigError } from '#server/platform/config/environment.ts';
import { anyOf } from '#server/platform/database/database.ts';
import { verifyPassword } from '#server/platform/security/passwords.ts';

export const DEMO_PASSWORD = 'encore-demo';

export const DEMO_LOG_INS = 'parent parent2 parent3 support analyst finance lead super'
  .split(' ')
  .map((name) => `${name}@encore.test`);

/** A database that was once seeded keeps its demo accounts, whatever SEED says now. */
export async function refuseDemoAccounts({ db }: Pick<Tx, 'db'>): Promise<void> {
  const accounts = await db
    .selectFrom('users')
    .select(['email', 'passwordHash'])
    .where('email', '=', anyOf(DEMO_LOG_INS))
    .execute();
  for (const { email, passwordHash } of accounts) {
    if (!(await verifyPassword(passwordHash ?? undefined, DEMO_PASSWORD))) continue;
    throw new ConfigError(
      `HOST: strangers could log in as ${email} with the demo password; use a database without demo data (ALLOW_PUBLIC_DEMO=yes starts anyway)`,
    );
  }
}
