import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import {
  createServer as createHttp,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { type AddressInfo, createServer as createTcp } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { examineSite } from './doctor.ts';
import { readConfig } from './platform/config/config.ts';
import { canListen, checkDatabase } from './platform/operations/doctor/check-database.ts';
import { judgeForwarding, judgeHost } from './platform/operations/doctor/check-public-url.ts';
import { type Finding, judgeClock, runChecks } from './platform/operations/doctor/finding.ts';
import { overNetwork, runOnServer } from './testing/postgres-for-tests.ts';

const folder = mkdtempSync(join(tmpdir(), 'encore-doctor-test-'));
const closing: (() => unknown)[] = [];

afterAll(async () => {
  for (const close of closing.reverse()) await close();
  rmSync(folder, { recursive: true, force: true });
});

async function portOf(server: Server | ReturnType<typeof createTcp>): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  return (server.address() as AddressInfo).port;
}

const examine = (environment: Record<string, string>) =>
  examineSite({ NODE_ENV: 'test', DATA_DIR: join(folder, 'data'), PORT: '0', ...environment });

function of(findings: Finding[], check: string): string[] {
  return findings.filter((finding) => finding.check === check).map(({ state, line }) => `${state}: ${line}`);
}

test('a machine without any variables is fine, and the examination leaves nothing behind', async () => {
  const findings = await examine({});
  // How full the disk of this machine is says nothing about the examination.
  const isAboutSpace = ({ line }: Finding) => /GB free in/.test(line);
  expect(findings.filter((finding) => finding.state !== 'ok' && !isAboutSpace(finding))).toEqual([]);
  expect(findings.length).toBeGreaterThan(6);
  expect(readdirSync(folder)).toEqual([]);
});

test('a wrong variable is named in one line', async () => {
  expect(await examine({ TRUST_PROXY: 'maybe' })).toEqual([
    { check: 'configuration', state: 'failed', line: expect.stringMatching(/^TRUST_PROXY: must be/) },
  ]);
});

describe('the database', () => {
  const role = 'doctor_without_rights';
  const url = (change: Partial<Pick<URL, 'username' | 'password' | 'port'>> = {}) =>
    Object.assign(new URL(overNetwork(inject('postgresUrl'))), change).href;

  beforeAll(async () => {
    await runOnServer(inject('postgresUrl'), `drop role if exists ${role}`);
    await runOnServer(
      inject('postgresUrl'),
      `create role ${role} login password 'doctor' connection limit 10`,
    );
  });
  afterAll(() => runOnServer(inject('postgresUrl'), `drop role if exists ${role}`));

  const judge = async (databaseUrl: string, names: string[] = [], more: Record<string, string> = {}) => {
    const config = readConfig({ NODE_ENV: 'test', DATABASE_URL: databaseUrl, ...more });
    return runChecks(checkDatabase(config, databaseUrl, names));
  };

  test('that answers and gives every right is fine', async () => {
    const findings = await judge(url());
    expect(findings.filter(({ state }) => state !== 'ok')).toEqual([]);
    expect(findings.map(({ check }) => check)).toEqual([
      'database',
      'database rights',
      'connections',
      'live events',
      'migrations',
      'clock',
    ]);
  });

  test('that does not answer says what to check', async () => {
    expect(of(await judge(url({ port: '1' })), 'database')[0]).toMatch(
      /^failed: cannot connect: .*firewall$/,
    );
  });

  test('that refuses the password says so', async () => {
    expect(of(await judge(url({ password: 'wrong' })), 'database')[0]).toMatch(/^failed: .*password/);
  });

  test('without rights and with too few connections fails in both', async () => {
    const findings = await judge(url({ username: role, password: 'doctor' }));
    expect(of(findings, 'database rights')[0]).toMatch(/^failed: no table can be created .*owner/);
    expect(of(findings, 'connections')[0]).toMatch(/^failed: .*up to 30 .*allows 10: raise/);
  });

  test('behind a pooler in transaction mode is recognized', async () => {
    const message = 'SERROR\0VERROR\0C08P01\0Munsupported startup parameter: options\0\0';
    const pooler = createTcp((socket) =>
      socket
        .on('error', () => undefined)
        .once('data', () => {
          const length = Buffer.alloc(4);
          length.writeInt32BE(message.length + 4);
          socket.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(message)]));
        }),
    );
    const port = String(await portOf(pooler));
    expect(of(await judge(url({ port })), 'database')[0]).toMatch(/^failed: .*DATABASE_DIRECT_URL$/);
  });

  test('that keeps no session cannot listen', async () => {
    const silent = { once: () => undefined, query: async () => undefined } as unknown as pg.Client;
    expect(await canListen(silent, 1)).toBe(false);
  });

  test('must be the same behind both addresses', async () => {
    const other = new URL(inject('postgresUrl'));
    other.pathname = '/template1';
    const same = await judge(url(), [], { DATABASE_DIRECT_URL: url() });
    const different = await judge(url(), [], { DATABASE_DIRECT_URL: other.href });
    expect(of(same, 'pooler')[0]).toMatch(/^ok/);
    expect(of(different, 'pooler')[0]).toMatch(/^failed: .*different databases/);
  });

  test('tells pending and later migrations, and a database from before 1.0.0', async () => {
    const template = new URL(inject('postgresUrl'));
    template.pathname = '/doctor_migrations';
    await runOnServer(inject('postgresUrl'), 'drop database if exists doctor_migrations');
    await runOnServer(inject('postgresUrl'), 'create database doctor_migrations');
    closing.push(() => runOnServer(inject('postgresUrl'), 'drop database if exists doctor_migrations'));
    await runOnServer(template.href, `create table schema_migrations as select '0001-a' as name`);
    const lines = async (names: string[]) => of(await judge(template.href, names), 'migrations')[0];
    expect(await lines(['0001-a'])).toBe('ok: all 1 are done');
    expect(await lines(['0001-a', '0002-b'])).toMatch(/^warning: 1 are pending: run npm run migrate/);
    expect(await lines([])).toMatch(/^warning: a later release .*0001-a/);
    await runOnServer(template.href, 'alter table schema_migrations rename to kysely_migration');
    expect(await lines(['0001-a'])).toMatch(/^failed: .*before 1\.0\.0 and cannot be upgraded/);
  });
});

describe('mail', () => {
  test('is fine with the right password only', async () => {
    const mails: string[] = [];
    const smtp = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      onAuth: ({ password }, _session, done) =>
        password === 'right' ? done(null, { user: 'shop' }) : done(new Error('no such user')),
      onData: (stream, session, done) => {
        mails.push(...session.envelope.rcptTo.map(({ address }) => address));
        stream.resume().on('end', () => done());
      },
    });
    const port = await portOf(smtp.server as unknown as Server);
    const address = (password: string) => `smtp://shop:${password}@127.0.0.1:${port}`;
    const from = { MAIL_FROM: 'Shop <shop@example.com>' };
    expect(of(await examine({ ...from, SMTP_URL: address('wrong') }), 'mail')[0]).toMatch(
      /^failed: .*refuses user/,
    );
    const environment = {
      NODE_ENV: 'test',
      DATA_DIR: folder,
      PORT: '0',
      ...from,
      SMTP_URL: address('right'),
    };
    const findings = await examineSite(environment, { mailTo: 'me@example.com' });
    expect(of(findings, 'mail')).toEqual(['ok: the server took a mail to me@example.com']);
    expect(mails).toEqual(['me@example.com']);
    expect(of(await examine({ SMTP_URL: address('right') }), 'mail')[0]).toMatch(/^warning: MAIL_FROM/);
    expect(of(await examine({ SMTP_URL: 'smtp://127.0.0.1:1' }), 'mail')[0]).toMatch(
      /^failed: .*ECONNREFUSED/,
    );
  });
});

test('a clock that is some seconds off is a warning', () => {
  expect(judgeClock('clock', 'the database', -10).state).toBe('warning');
});

describe('the proxy', () => {
  /** Passes requests on to the port, as nginx does. */
  function startProxy(target: () => number, { isBuffering = false, forwards = true } = {}) {
    return createHttp((incoming: IncomingMessage, answer: ServerResponse) => {
      const headers = { ...incoming.headers, ...(forwards ? { 'x-forwarded-for': '192.0.2.1' } : {}) };
      const passed = request(
        { port: target(), host: '127.0.0.1', path: incoming.url, headers },
        (response) => {
          if (!isBuffering) return response.on('error', () => undefined).pipe(answer);
          const chunks: Buffer[] = [];
          response
            .on('data', (chunk) => chunks.push(chunk))
            .on('end', () => answer.end(Buffer.concat(chunks)));
          return undefined;
        },
      );
      passed.on('error', () => answer.destroy()).end();
    });
  }

  async function judge(proxy: (target: () => number) => Server, environment: Record<string, string> = {}) {
    const free = createTcp();
    const port = await portOf(free);
    await new Promise((resolve) => free.close(resolve));
    const address = `http://127.0.0.1:${await portOf(proxy(() => port))}`;
    return examine({ PORT: String(port), PUBLIC_URL: address, TRUST_PROXY: '1', ...environment });
  }

  test('that is set up well is fine', async () => {
    const findings = await judge((target) => startProxy(target));
    expect(of(findings, 'public address')[0]).toMatch(/^ok: .*leads here/);
    expect(of(findings, 'proxy headers')).toEqual([
      'ok: X-Forwarded-For has 1 addresses, as TRUST_PROXY says',
    ]);
    expect(of(findings, 'live events')).toEqual(['ok: the proxy passes them on at once']);
  });

  /** Answers 503 until the probe of its server does, as HAProxy with the file in deploy/haproxy does. */
  function startProbing(target: () => number, probePort: () => number) {
    const forward = startProxy(target);
    return createHttp(async (incoming: IncomingMessage, answer: ServerResponse) => {
      const probe = await fetch(`http://127.0.0.1:${probePort()}/readyz`).catch(() => undefined);
      if (probe?.status === 200) forward.emit('request', incoming, answer);
      else answer.writeHead(503).end('no server is available');
    });
  }

  test('that asks for readiness first is fine, and a missing METRICS_PORT is named', async () => {
    const free = createTcp();
    const probePort = await portOf(free);
    await new Promise((resolve) => free.close(resolve));
    const proxy = (target: () => number) => startProbing(target, () => probePort);
    const findings = await judge(proxy, { METRICS_PORT: String(probePort) });
    expect(of(findings, 'public address')[0]).toMatch(/^ok: .*leads here/);
    expect(of(findings, 'proxy headers')).toEqual([
      'ok: X-Forwarded-For has 1 addresses, as TRUST_PROXY says',
    ]);
    expect(of(await judge(proxy), 'public address')[0]).toMatch(/^failed: .*answers 503.*set METRICS_PORT/);
  }, 30_000);

  test('that leads to other processes of the site says so', async () => {
    const findings = await judge(() =>
      createHttp((_request, response) => response.setHeader('x-request-id', 'x').writeHead(401).end()),
    );
    expect(of(findings, 'public address')[0]).toMatch(/^ok: .*other processes of the site/);
  }, 30_000);

  test('that holds live events back is found out', async () => {
    const findings = await judge((target) => startProxy(target, { isBuffering: true }));
    expect(of(findings, 'live events')[0]).toMatch(/^failed: .*turn off buffering/);
  });

  test('that leads elsewhere, or nowhere, is found out', async () => {
    const elsewhere = await judge(() => createHttp((_request, response) => response.end('another site')));
    expect(of(elsewhere, 'public address')[0]).toMatch(/^failed: .*leads to another server/);
    const nowhere = await examine({ PUBLIC_URL: 'http://127.0.0.1:1' });
    expect(of(nowhere, 'public address')[0]).toMatch(/^warning: .*cannot be reached/);
  });

  test.each([
    [false, {}, /^there is no proxy/],
    [false, { 'x-forwarded-for': '192.0.2.1' }, /TRUST_PROXY is off.*set TRUST_PROXY=1$/],
    [{ hops: 1 }, {}, /^no proxy sets X-Forwarded-For/],
    [{ hops: 2 }, { 'x-forwarded-for': '192.0.2.1' }, /visitors could invent addresses: set TRUST_PROXY=1$/],
    [
      { hops: 1 },
      { 'x-forwarded-for': '192.0.2.1, 192.0.2.2' },
      /all visitors look like one: set TRUST_PROXY=2$/,
    ],
  ] as const)('with TRUST_PROXY %j and headers %j', (trust, headers, expected) => {
    expect(judgeForwarding(trust, headers).line).toMatch(expected);
  });

  test('that changes host or scheme is named', () => {
    const headers = { host: 'inside', 'x-forwarded-proto': 'http' };
    expect(judgeHost('https://shop.example', headers).map(({ line }) => line)).toEqual([
      'the proxy sends Host inside instead of shop.example',
      'the proxy says X-Forwarded-Proto http, but PUBLIC_URL is https://',
    ]);
  });
});
