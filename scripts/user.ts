import { parseArgs } from 'node:util';
import { email as emailSchema } from '#contract/primitives.ts';
import { ROLES, type Role } from '#contract/rules/permissions.ts';
import { boot } from '#server/boot.ts';
import { createAccount } from '#server/modules/accounts/create-account.ts';
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';

const USAGE = `usage: npm run user -- create --email ADDRESS [--role ${ROLES.join('|')}] [--name "First Last"]`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    email: { type: 'string' },
    role: { type: 'string', default: 'authenticated' },
    name: { type: 'string' },
  },
});
const address = emailSchema.safeParse(values.email);
const role = ROLES.find((known) => known === values.role);
if (positionals[0] !== 'create' || !address.success || !role) {
  console.error(USAGE);
  process.exit(1);
}
await create(address.data, role, values.name ?? 'New User');

async function create(email: string, role: Role, name: string): Promise<void> {
  // This joins the database of a running site or starts it for this command.
  const { context, stop } = await boot({ ...readConfig(process.env), role: 'worker' }, createLog('warn'));
  const created = await createAccount(context, { email, role, name });
  await stop();
  if (!created) {
    console.error(`There is already an account for ${email}.`);
    process.exit(1);
  }
  console.log(
    `Created ${email} (${role}). Log in through "Forgot password" or with this password: ${created.password}`,
  );
}
