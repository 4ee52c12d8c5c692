import { createServer, type Server, type Socket } from 'node:net';
import { type SecureContext, TLSSocket } from 'node:tls';

export type PortRange = { from: number; to: number };

/** The client has this long to open the connection that it asked for. */
const CONNECT_MS = 20_000;
/** A connection that stands still for this long has been lost. */
const STILL_MS = 60_000;

export type DataChannel = {
  port: number;
  /**
   * Waits for the client, and returns undefined if it does not come. TLS begins here, because clients wait for the reply to their
   * command before they begin it.
   */
  open(secureContext: SecureContext | undefined): Promise<Socket | undefined>;
  close(): void;
};

/** Listens for one connection from the client; returns undefined if no port is free. */
export async function listenForData(
  client: string | undefined,
  { address, ports }: { address: string | undefined; ports: PortRange | undefined },
): Promise<DataChannel | undefined> {
  const server = createServer({ pauseOnConnect: true });
  const port = await listenOnFreePort(server, address, ports);
  if (port === undefined) return undefined;
  const arrived = new Promise<Socket | undefined>((resolve) => {
    server.on('connection', (socket) => {
      socket.on('error', () => undefined);
      // Nobody else may send bytes into the session of this client.
      if (socket.remoteAddress !== client) return void socket.destroy();
      resolve(socket);
      server.close();
    });
    server.on('close', () => resolve(undefined));
    server.on('error', () => resolve(undefined));
  });
  let socket: Socket | undefined;
  return {
    port,
    async open(secureContext) {
      let late: NodeJS.Timeout | undefined;
      const tooLate = new Promise<undefined>((resolve) => {
        late = setTimeout(() => resolve(undefined), CONNECT_MS);
      });
      const plain = await Promise.race([arrived, tooLate]).finally(() => clearTimeout(late));
      if (!plain) return undefined;
      socket = secureContext ? new TLSSocket(plain, { isServer: true, secureContext }) : plain;
      const opened = socket;
      opened.setTimeout(STILL_MS, () => opened.destroy(new Error('the data connection stood still')));
      return opened;
    },
    close() {
      server.close();
      void arrived.then((late) => late?.destroy());
      socket?.destroy();
    },
  };
}

async function listenOnFreePort(
  server: Server,
  address: string | undefined,
  ports: PortRange | undefined,
): Promise<number | undefined> {
  const count = ports ? ports.to - ports.from + 1 : 1;
  const first = Math.floor(Math.random() * count);
  for (let turn = 0; turn < count; turn += 1) {
    const port = ports ? ports.from + ((first + turn) % count) : 0;
    if (await tryToListen(server, port, address)) {
      const bound = server.address();
      return typeof bound === 'object' && bound ? bound.port : port;
    }
  }
  return undefined;
}

async function tryToListen(server: Server, port: number, address: string | undefined): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const onError = (error: NodeJS.ErrnoException) => {
      server.removeListener('listening', onListening);
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    };
    const onListening = () => {
      server.removeListener('error', onError);
      resolve(true);
    };
    server.once('error', onError);
    server.once('listening', onListening);
    server.listen(port, address);
  });
}
