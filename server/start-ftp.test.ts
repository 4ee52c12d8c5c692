import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { Client } from 'basic-ftp';
import { expect, test } from 'vitest';
import type { FtpServer } from '#engines/ftp/ftp-server.ts';
import { cameraAccount } from './modules/event-links/camera-accounts.ts';
import { startFtp } from './start-ftp.ts';
import { buildEvent } from './testing/catalogue-factories.ts';
import { buildPass } from './testing/passes.ts';
import { startTestApp } from './testing/test-app.ts';

const app = startTestApp({ FTP_PORT: '2121', PUBLIC_URL: 'http://localhost:3000' });

const start = () => {
  const { context } = app;
  const ftp = context.config.ftp && { ...context.config.ftp, port: 0 };
  return startFtp({ ...context, config: { ...context.config, ftp } }) as Promise<FtpServer>;
};

test('processes that start together agree on one certificate', async () => {
  const servers = await Promise.all([start(), start(), start()]);
  servers.push(await start());
  const prints = [];
  for (const { port } of servers) {
    const client = new Client();
    await client.connect('127.0.0.1', port);
    await client.useTLS({ rejectUnauthorized: false });
    prints.push((client.ftp.socket as TLSSocket).getPeerCertificate().fingerprint256);
    client.close();
  }
  expect(new Set(prints).size).toBe(1);
  expect(readdirSync(join(app.context.config.dataDir, 'camera-ftp'))).toEqual(['certificate.pem']);
  for (const server of servers) await server.stop();
});

test('a site without a name of its own answers with the address that the camera used', async () => {
  const server = await start();
  const { id } = await buildPass(app, (await buildEvent(app)).id, 'Ana Lopez');
  const client = new Client();
  const account = await cameraAccount(app.context, id);
  const secureOptions = { rejectUnauthorized: false };
  await client.access({ host: '127.0.0.1', port: server.port, ...account, secure: true, secureOptions });
  expect((await client.send('PASV')).message).toMatch(/\(127,0,0,1,\d+,\d+\)/);
  client.close();
  await server.stop();
});
