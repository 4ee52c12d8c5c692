import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { dataDirOf } from './test-server.ts';

function databaseUrl(server?: number): string {
  const folder = join(dataDirOf(server), 'postgres');
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').trim();
  return `postgres://postgres:${encodeURIComponent(read('password'))}@127.0.0.1:${read('port')}/postgres`;
}

/** Settings of a second server on the server's data; the server's own server runs the jobs. */
export function secondServer(settings: Record<string, string>): Record<string, string> {
  return { DATA_DIR: dataDirOf(), DATABASE_URL: databaseUrl(), ROLE: 'api', ...settings };
}

async function ask(sql: string, values: unknown[], server?: number): Promise<number | null> {
  const client = new pg.Client({ connectionString: databaseUrl(server) });
  await client.connect();
  try {
    return (await client.query(sql, values)).rowCount;
  } finally {
    await client.end();
  }
}

async function updateRows(sql: string, value: string | number): Promise<void> {
  if (!(await ask(sql, [value]))) throw new Error(`nothing to change for ${value}: ${sql}`);
}

/** Makes a burst of all photos of an album but the first. */
export async function makeBurst(albumId: number): Promise<void> {
  await updateRows(
    `update images set camera_serial = 'A001', captured_at = first + interval '1 minute' + place * interval '0.3 s'
     from (select id, row_number() over (order by captured_at, id) place, min(captured_at) over () as first
       from images where album_id = $1 and state = 'ready') taken
     where taken.id = images.id and place > 1`,
    albumId,
  );
}

/** Writes three faces onto every photo of an album, because journeys do not look for faces. */
export async function putFacesOn(albumId: number): Promise<void> {
  const box = (x: number) => `{"box": {"x": ${x}, "y": 0.3, "width": 0.06, "height": 0.09}}`;
  await updateRows(
    `update images set faces_at = now(), faces = '[${[0.25, 0.45, 0.65].map(box).join(',')}]' where album_id = $1`,
    albumId,
  );
}

/** Moves a pool's deadline of six days and the job that closes it to now. */
export async function endPoolNow(orderKey: string): Promise<void> {
  const order = '(select id from orders where key = $1)';
  await updateRows(
    `update pools set deadline = now() - interval '1 second' where order_id = ${order}`,
    orderKey,
  );
  await updateRows(
    `update pgboss.job set start_after = now()
     where name = 'orders.close-pool' and state = 'created' and (data->>'orderId')::int = ${order}`,
    orderKey,
  );
}

/** Lets the half hour of a customer's views of an album pass. */
export async function endViewsNow(foundId: number): Promise<void> {
  await updateRows(
    `update user_album_views set created_at = created_at - interval '31 minutes' where found_album_id = $1`,
    foundId,
  );
}

/**
 * Books an order as if it had been sold last month, and its money had arrived since. The key is one that the site made. If
 * another journey has closed that month, it is open again.
 */
export async function sellLastMonth(orderKey: string): Promise<void> {
  await ask(
    `set session_replication_role = replica;
     delete from statement_lines; delete from statements;
     delete from closed_journal_lines; delete from closed_journals; delete from closed_months;
     update ledger_lines set statement_month = date_trunc('month', now() at time zone 'UTC') - interval '1 month'
     where order_id = (select id from orders where key = '${orderKey}');
     update payee_lines own set statement_month = line.statement_month, sold_at = now() - interval '60 days'
     from ledger_lines line where line.id = own.ledger_line_id
       and line.order_id = (select id from orders where key = '${orderKey}');
     update sandbox_objects set body = body || '{"available_on": 0}' where kind = 'balance_transaction'`,
    [],
  );
}

/** Ends the time in which staff can undo their decision about a reported photo, so that reporters are told now. */
export async function endUndoNow(imageId: number): Promise<void> {
  await updateRows(
    `update pgboss.job set start_after = now()
     where name = 'moderation.notify-reporters' and state = 'created' and (data->>'imageId')::int = $1`,
    imageId,
  );
}

/** Many journeys refund with the same demo account, which together is more than one person may refund alone in a week. */
export const JOURNEY_REFUND_LIMIT_CENTS = 10_000_000;

/** All journeys come from one network, where new people would have smaller quotas. */
const JOURNEY_SETTINGS = {
  refund_second_person_cents: JOURNEY_REFUND_LIMIT_CENTS,
  new_account_quota_percent: 100,
};

export async function raiseLimits(server: number): Promise<void> {
  for (const [key, value] of Object.entries(JOURNEY_SETTINGS)) {
    await ask(
      `insert into site_settings (key, value, changed_at, changed_by)
       select $1, to_jsonb($2::int), now(), min(id) from users where role = 'super'
       on conflict (key) do update set value = excluded.value`,
      [key, value],
      server,
    );
  }
}

/** Ends jobs that repeat by the clock, also if a second server on the same data registers them again. */
export async function endSchedules(names: readonly string[], server: number): Promise<void> {
  await ask(
    `create or replace function pgboss.skip_row() returns trigger language plpgsql as 'begin return null; end'`,
    [],
    server,
  );
  const isOneOfThem = `name in (${names.map((name) => `'${name}'`).join(', ')})`;
  await ask(
    `create or replace trigger skip_unneeded before insert on pgboss.schedule
     for each row when (new.${isOneOfThem}) execute function pgboss.skip_row()`,
    [],
    server,
  );
  await ask(`delete from pgboss.schedule where ${isOneOfThem}`, [], server);
}
