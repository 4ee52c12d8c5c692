import { createServer, type Server, type Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';

export type PortRange = { from: number; to: number };

/** The client has this long to open the connection that it asked for. */
const CONNECT_MS = 20_000;
/** A connection that stands still for this long has been lost. */
const STILL_MS = 60_000;

export type DataChannel = {
  port: number;
  /** Waits for the client. TLS begins here, because clients wait for the reply to their command before they begin it. */
  open(secureContext: SecureContext | undefined): Promise<Socket>;
  close(): void;
};

/** Listens for one connection from the client. */
export async function listenForData(
  client: string | undefined,
  { address, ports }: { address: string | undefined; ports: PortRange | undefined },
): Promise<DataChannel> {
  const server = createServer({ pauseOnConnect: true });
  const arrived = new Promise<Socket>((resolve, reject) => {
    server.on('connection', (socket) => {
      socket.on('error', () => undefined);
      // Nobody else may send bytes into the session of this client.
      if (socket.remoteAddress !== client) return void socket.destroy();
      resolve(socket);
      server.close();
    });
    server.on('error', reject);
  });
  arrived.catch(() => undefined);
  const port = await listenOnFreePort(server, address, ports);
  let socket: Socket | undefined;
  return {
    port,
    async open(secureContext) {
      let late: NodeJS.Timeout | undefined;
      const tooLate = new Promise<never>((_, reject) => {
        late = setTimeout(() => reject(new Error('no data connection was opened')), CONNECT_MS);
      });
      const plain = await Promise.race([arrived, tooLate]).finally(() => clearTimeout(late));
      socket = secureContext ? new TLSSocket(plain, { isServer: true, secureContext }) : plain;
      const opened = socket;
      opened.setTimeout(STILL_MS, () => opened.destroy(new Error('the data connection stood still')));
      return opened;
    },
    close() {
      server.close();
      arrived.then((late) => late.destroy()).catch(() => undefined);
      socket?.destroy();
    },
  };
}

async function listenOnFreePort(
  server: Server,
  address: string | undefined,
  ports: PortRange | undefined,
): Promise<number> {
  const count = ports ? ports.to - ports.from + 1 : 1;
  const first = Math.floor(Math.random() * count);
  for (let turn = 0; turn < count; turn += 1) {
    const port = ports ? ports.from + ((first + turn) % count) : 0;
    if (await tryToListen(server, port, address)) {
      const bound = server.address();
      return typeof bound === 'object' && bound ? bound.port : port;
    }
  }
  throw new Error('all ports for data connections are in use');
}

async function tryToListen(server: Server, port: number, address: string | undefined): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error);
    server.once('error', onError);
    server.listen(port, address, () => {
      server.removeListener('error', onError);
      resolve(true);
    });
  });
}
