// The baseline of calls.ts, in a process of its own: node:http and pg, with one prepared statement per call that builds the
// whole answer as JSON. It checks no session and no input.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { verify } from '@node-rs/argon2';
import pg from 'pg';

export type RawSetUp = { databaseUrl: string; statements: Record<string, string>; passwordHash: string };
export type RawReport = { port: number } | { cpuMicros: number };

function start({ databaseUrl, statements, passwordHash }: RawSetUp): void {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 12 });
  const server = createServer(async (request, response) => {
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
  });
  server.listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo;
    process.send?.({ port } satisfies RawReport);
  });
}

process.on('message', (message: RawSetUp | 'cpu') => {
  if (message !== 'cpu') return start(message);
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicros: user + system } satisfies RawReport);
});
