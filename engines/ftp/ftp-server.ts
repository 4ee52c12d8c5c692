import { createServer, type Socket } from 'node:net';
import { createSecureContext } from 'node:tls';
import { type FtpHost, type FtpOptions, Session } from './session.ts';

export type FtpServer = { port: number; stop(): Promise<void> };

const MAX_CONNECTIONS = 200;
/** Limits connections of one address before log-in, so that one client cannot take the places of all cameras. */
const MAX_STRANGERS = 50;
/** Running transfers have this long to end when the server stops. */
const STOP_MS = 10_000;

export async function startFtpServer<Account>(
  host: FtpHost<Account>,
  options: FtpOptions & { port: number; address?: string; maxConnections?: number; maxStrangers?: number },
): Promise<FtpServer> {
  const { port, address, maxConnections = MAX_CONNECTIONS, maxStrangers = MAX_STRANGERS } = options;
  const secureContext = createSecureContext({ ...options.certificate, minVersion: 'TLSv1.2' });
  const sessions = new Set<Session<Account>>();
  const server = createServer((socket: Socket) => {
    const strangers = [...sessions].filter((one) => !one.isLoggedIn && one.address === socket.remoteAddress);
    if (sessions.size >= maxConnections || strangers.length >= maxStrangers) {
      socket.on('error', () => undefined);
      socket.resume();
      socket.write('421 Too many cameras are connected. Try again in a minute.\r\n');
      socket.destroySoon();
      return;
    }
    const session = new Session(socket, host, { ...options, secureContext });
    sessions.add(session);
    session.ended.then(() => sessions.delete(session));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, resolve);
  });
  server.on('error', options.complain);
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound ? bound.port : port,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      const late = setTimeout(() => {
        for (const session of sessions) session.destroy();
      }, STOP_MS);
      for (const session of sessions) session.stop();
      await closed;
      clearTimeout(late);
    },
  };
}
