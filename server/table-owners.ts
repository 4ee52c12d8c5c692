import { readSchema } from './platform/database/migrate.ts';

/** Their place in the schema follows from the tables that they refer to. */
const UNDER_ANOTHER_HEADING: Record<string, string> = {
  data_exports: 'privacy',
  deleted_accounts: 'privacy',
  deletion_codes: 'privacy',
  follow_requests: 'found-albums',
  payment_attempts: 'orders',
  public_action_routes: 'notifications',
  refund_requests: 'after-sale',
  sale_mail_items: 'reminders',
  sale_mails: 'reminders',
};

/** Maps each table to the one module that may read and write it; `reports` may also read them all. */
export function readTableOwners(): Map<string, string> {
  const owners = new Map<string, string>();
  for (const { text } of readSchema()) {
    let heading = '';
    for (const [, module, table] of text.matchAll(/^-- ## ([\w-]+)$|^create (?:unlogged )?table (\w+)/gm)) {
      heading = module ?? heading;
      if (table) owners.set(table, UNDER_ANOTHER_HEADING[table] ?? heading);
    }
  }
  return owners;
}

/**
 * The modules of money, lowest first. Their rows are joined in many ways, so each may read the tables of all of them; it
 * writes its own and those below it.
 */
export const MONEY_MODULES = [
  'tax',
  'payees',
  'ledger',
  'orders',
  'payments',
  'group-orders',
  'after-sale',
  'provider-events',
];
