// The baseline of calls.ts: node:http and pg, with one prepared statement per call that builds the whole answer as JSON. It
// checks no session and no input.
import { verify } from '@node-rs/argon2';
import pg from 'pg';
import { serveBare } from './bare-process.ts';

export type RawSetUp = { databaseUrl: string; statements: Record<string, string>; passwordHash: string };

serveBare(({ databaseUrl, statements, passwordHash }: RawSetUp) => {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 12 });
  return async (request, response) => {
    const name = (request.url ?? '').slice(1);
    if (request.method === 'POST') {
      for await (const _ of request);
      if (!(await verify(passwordHash, 'encore-demo'))) throw new Error('the password should fit');
    }
    const { rows } = await pool.query<{ body: string }>({ name, text: statements[name] ?? 'select 1' });
    const body = rows[0]?.body ?? '';
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  };
});
