import { parseArgs } from 'node:util';
import { email as emailSchema } from '#contract/primitives.ts';
import { ROLES, type Role } from '#contract/rules/permissions.ts';
import { withSite } from '#server/boot.ts';
import { inTransaction } from '#server/context.ts';
import { createAccount } from '#server/modules/accounts/create-account.ts';
import { approveSecondFactorOf } from '#server/modules/accounts/mailed-factor-code.ts';
import { resetSecondFactorOf } from '#server/modules/accounts/second-factor.ts';
import { failWith } from './lines.ts';

const USAGE = `usage: npm run user -- create --email ADDRESS [--role ${ROLES.join('|')}] [--name "First Last"]
       npm run user -- reset-second-factor --email ADDRESS
       npm run user -- approve-second-factor --email ADDRESS`;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    email: { type: 'string' },
    role: { type: 'string', default: 'authenticated' },
    name: { type: 'string' },
  },
});
const [command] = positionals;
const address = emailSchema.safeParse(values.email);
const role = ROLES.find((known) => known === values.role);
if (!address.success || !role) failWith(USAGE);
if (command === 'create') await create(address.data, role, values.name ?? 'New User');
else if (command === 'reset-second-factor') await resetSecondFactor(address.data);
else if (command === 'approve-second-factor') await approveSecondFactor(address.data);
else failWith(USAGE);

async function create(email: string, role: Role, name: string): Promise<void> {
  const created = await withSite((context) => createAccount(context, { email, role, name }));
  if (!created) failWith(`There is already an account for ${email}.`);
  console.log(
    `Created ${email} (${role}). Log in through "Forgot password" or with this password: ${created.password}`,
  );
}

async function resetSecondFactor(email: string): Promise<void> {
  const isReset = await withSite((context) => inTransaction(context, (tx) => resetSecondFactorOf(tx, email)));
  if (!isReset) failWith(`There is no account for ${email} with a second factor.`);
  console.log(
    `Removed the authenticator app and all passkeys of ${email} and ended all sessions. The password stays.`,
  );
}

async function approveSecondFactor(email: string): Promise<void> {
  const approval = await withSite((context) =>
    inTransaction(context, (tx) => approveSecondFactorOf(tx, email)),
  );
  if (!approval) failWith(`There is no account for ${email}.`);
  console.log(`${email} can set up two-step login with the code ${approval.code}, within 10 minutes.`);
}
