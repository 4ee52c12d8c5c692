import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { dataDirOf } from './stage.ts';

/** Into the database of the server under test, for what no one can wait for. */
async function queryDatabase(sql: string, values: unknown[]): Promise<number> {
  const folder = join(dataDirOf(), 'postgres');
  const read = (name: string) => readFileSync(join(folder, name), 'utf8').trim();
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(read('port')),
    user: 'postgres',
    password: read('password'),
    database: 'postgres',
  });
  await client.connect();
  try {
    return (await client.query(sql, values)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

/** As if the six days were over. */
export async function endPoolNow(orderKey: string): Promise<void> {
  const moved = await queryDatabase(
    `update pools set deadline = now() - interval '1 second'
     where order_id = (select id from orders where key = $1)`,
    [orderKey],
  );
  if (moved !== 1) throw new Error(`no pool of order ${orderKey}`);
}
