import { readdirSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSchema } from './platform/database/migrate.ts';
import { toCamelCase } from './platform/http/wire-names.ts';

const SERVER = import.meta.dirname;
const FEWEST_FILES = 300;
const FEWEST_QUERIES = 500;
const FEWEST_TABLES = 100;
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

/**
 * The modules of money, lowest first. Their rows are joined in many ways, so each may read the tables of all of them; it
 * writes its own and those below it.
 */
const MONEY_MODULES = [
  'tax',
  'payees',
  'ledger',
  'orders',
  'payments',
  'group-orders',
  'after-sale',
  'provider-events',
];

const OWNERS = readTableOwners();

type Touch = { table: string; writes: boolean };

const READS = 'selectFrom|innerJoin|leftJoin|rightJoin|fullJoin|crossJoin|\\w+JoinLateral|from|using';
const WRITES = 'insertInto|updateTable|deleteFrom|mergeInto|secretLinks';
const CALL = new RegExp(`\\b(${READS}|${WRITES})\\(\\s*(\\[[^\\]]*\\]|'[^']*'|\`[^\`]*\`)`, 'g');
const HIDDEN_CALL = /\b(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(\s*[A-Za-z_`]/g;
const SQL = /\bsql(?:<(?:[^<>`]|<[^<>`]*>)*>)?`/g;
const SQL_TABLES =
  /\b(insert\s+into|merge\s+into|delete\s+from|lock\s+table|truncate|update|from|join|using)\s+(?:only\s+|lateral\s+)?((?:[a-z_]+(?:\s+(?:as\s+)?[a-z_]+)?\s*,\s*)*[a-z_]+)/gi;

describe('table owners', () => {
  test('a query is found however it names its table', () => {
    expect(readTouches("db.selectFrom('users as u').innerJoin('albums', 'a', 'b')")).toEqual([
      { table: 'users', writes: false },
      { table: 'albums', writes: false },
    ]);
    expect(readTouches("db.insertInto('orders').values(x)")).toEqual([{ table: 'orders', writes: true }]);
    expect(readTouches("db.selectFrom(['users', 'carts as c'])").map(({ table }) => table)).toEqual([
      'users',
      'carts',
    ]);
    const template =
      'sql<{ id: number }>`update order_lines set x = $' + '{sql`(select 1 from cart_items)`}`';
    expect(readTouches(template)).toEqual(
      expect.arrayContaining([
        { table: 'orderLines', writes: true },
        { table: 'cartItems', writes: false },
      ]),
    );
    expect(readTouches('sql`select * from users u, pool_shares s`').map(({ table }) => table)).toEqual([
      'users',
      'poolShares',
    ]);
  });

  test('each module touches its own tables only; reports reads them all, and money goes down its layers', async () => {
    const files = await readModuleFiles();
    const touches = files.flatMap(({ module, path, text }) =>
      readTouches(text).map((touch) => ({ ...touch, module, path })),
    );
    expect(files.length).toBeGreaterThan(FEWEST_FILES);
    expect(touches.length).toBeGreaterThan(FEWEST_QUERIES);
    const foreign = touches.filter((touch) => !mayTouch(touch));
    const found = new Set(foreign.map(({ module, path, table }) => `${module}/${path}: ${table}`));
    expect([...found].sort()).toEqual([]);
  });

  test('each table stands under the heading of a module that exists', () => {
    const known = new Set([...readdirSync(join(SERVER, 'modules')), 'platform', 'sandbox']);
    expect(OWNERS.size).toBeGreaterThan(FEWEST_TABLES);
    expect([...OWNERS].filter(([, module]) => !known.has(module))).toEqual([]);
  });

  test('no query hides its table in a variable', async () => {
    const hidden = (await readModuleFiles()).flatMap(({ module, path, text }) =>
      [...text.matchAll(HIDDEN_CALL)].map(([call]) => `${module}/${path}: ${call}`),
    );
    expect(hidden).toEqual([]);
  });
});

function mayTouch({ module, table, writes }: Touch & { module: string }): boolean {
  const owner = OWNERS.get(toSnakeCase(table)) ?? '';
  if (owner === module) return true;
  if (module === 'reports') return !writes;
  const [layer, ownerLayer] = [MONEY_MODULES.indexOf(module), MONEY_MODULES.indexOf(owner)];
  return layer >= 0 && ownerLayer >= 0 && (!writes || ownerLayer < layer);
}

async function readModuleFiles(): Promise<{ module: string; path: string; text: string }[]> {
  const files = [];
  for await (const file of glob('modules/**/*.ts', { cwd: SERVER })) {
    if (file.endsWith('.test.ts')) continue;
    const [, module = '', ...rest] = file.split('/');
    files.push({ module, path: rest.join('/'), text: readFileSync(join(SERVER, file), 'utf8') });
  }
  return files;
}

/** Lists the tables that the code's Kysely calls and SQL templates name. */
function readTouches(code: string): Touch[] {
  const text = code.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
  const calls = [...text.matchAll(CALL)].flatMap(([, verb = '', names = '']) =>
    [...names.matchAll(/['`](\w+)/g)].map(([, table = '']) => ({
      table,
      writes: new RegExp(`^(${WRITES})$`).test(verb),
    })),
  );
  const inSql = [...text.matchAll(SQL)].flatMap((start) =>
    [...readTemplate(text, start.index + start[0].length).matchAll(SQL_TABLES)].flatMap(
      ([, verb = '', names = '']) =>
        names.split(',').map((name) => ({
          table: toCamelCase(name.trim().split(/\s+/)[0]?.toLowerCase() ?? ''),
          writes: !/^(from|join|using)$/i.test(verb),
        })),
    ),
  );
  return [...calls, ...inSql].filter(({ table }) => OWNERS.has(toSnakeCase(table)));
}

/** Reads from behind a template's preview backtick to its end, across nested templates. */
function readTemplate(text: string, start: number): string {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    if (text[index] === '$' && text[index + 1] === '{') depth += 1;
    else if (text[index] === '}' && depth > 0) depth -= 1;
    else if (text[index] === '`' && depth === 0) return text.slice(start, index);
  }
  return text.slice(start);
}

function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Maps each table to the one module that may read and write it; `reports` may also read them all. */
function readTableOwners(): Map<string, string> {
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
