import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, isIPv4, type Server, type Socket } from 'node:net';
import { finished } from 'node:stream/promises';
import { type SecureContext, TLSSocket } from 'node:tls';
import type { Reply } from './replies.ts';

export type PortRange = { from: number; to: number };

/** The client has this long to open the connection that it asked for. */
const CONNECT_MS = 20_000;
/** A connection that is idle for this long counts as lost. */
const STILL_MS = 60_000;

/** The rest of a refused file is read for this long, so that the client sees the reply. */
const DRAIN_MS = 10_000;

type DataOptions = {
  allowsPlain: boolean;
  publicHost?: string | undefined;
  passivePorts?: PortRange | undefined;
  secureContext: SecureContext;
};

/** The data connections of a control connection: one at a time, each for one transfer. */
export class DataConnections {
  readonly #options: DataOptions;
  readonly #onBegin: () => void;
  #isSecure = false;
  #channel: DataChannel | undefined;

  /** `onBegin` tells the client to go ahead. */
  constructor(options: DataOptions, onBegin: () => void) {
    this.#options = options;
    this.#onBegin = onBegin;
  }

  close(): void {
    this.#channel?.close();
  }

  protect(control: Socket, level: string): Reply {
    if (!(control instanceof TLSSocket)) return [503, 'Use AUTH TLS first'];
    if (level === 'C' && !this.#options.allowsPlain) return [534, 'Photos travel encrypted here. Use PROT P'];
    if (level !== 'P' && level !== 'C') return [504, 'Use PROT P'];
    this.#isSecure = level === 'P';
    return [200, 'Done'];
  }

  /** IPv6 clients use EPSV, which needs no address. */
  async ownAddress(control: Socket): Promise<string> {
    const { publicHost } = this.#options;
    if (publicHost) return isIPv4(publicHost) ? publicHost : (await lookup(publicHost, 4)).address;
    const own = (control.localAddress ?? '').replace(/^::ffff:/, '');
    return isIPv4(own) ? own : '127.0.0.1';
  }

  async listen(control: Socket, tell: (port: number) => Promise<Reply>): Promise<Reply> {
    if (!this.#options.allowsPlain && !this.#isSecure) return [521, 'Use PROT P first'];
    this.#channel?.close();
    this.#channel = await listenForData(control.remoteAddress, {
      address: control.localAddress,
      ports: this.#options.passivePorts,
    });
    if (!this.#channel) return [425, 'All ports for photos are in use. Try again in a minute'];
    if (control.destroyed) this.#channel.close();
    return tell(this.#channel.port);
  }

  async transfer(run: (data: Socket) => Promise<Reply>): Promise<Reply> {
    const channel = this.#channel;
    if (!channel) return [425, 'Use PASV or EPSV first'];
    this.#onBegin();
    try {
      const data = await channel.open(this.#isSecure ? this.#options.secureContext : undefined);
      if (!data) return [425, 'No data connection was opened'];
      data.on('error', () => undefined);
      const reply = await run(data);
      await drain(data);
      return reply;
    } finally {
      channel.close();
      this.#channel = undefined;
    }
  }
}

/** A client that is still sending hears a refusal only if the connection ends well. */
async function drain(data: Socket): Promise<void> {
  data.resume();
  await finished(data, { writable: false, signal: AbortSignal.timeout(DRAIN_MS) }).catch(() => undefined);
}

type DataChannel = {
  port: number;
  /**
   * Waits for the client, and returns undefined if it does not come. TLS begins here, because clients wait for the reply to their
   * command before they begin it.
   */
  open(secureContext: SecureContext | undefined): Promise<Socket | undefined>;
  close(): void;
};

/** Listens for one connection from the client; returns undefined if no port is free. */
async function listenForData(
  client: string | undefined,
  { address, ports }: { address: string | undefined; ports: PortRange | undefined },
): Promise<DataChannel | undefined> {
  const server = createServer({ pauseOnConnect: true });
  const port = await listenOnFreePort(server, address, ports);
  if (port === undefined) return undefined;
  const arrived = new Promise<Socket | undefined>((resolve) => {
    server.on('connection', (socket) => {
      socket.on('error', () => undefined);
      // Only the client of this session may send bytes into it.
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
      const late = setTimeout(() => server.close(), CONNECT_MS);
      const plain = await arrived.finally(() => clearTimeout(late));
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
  server.listen(port, address);
  try {
    await once(server, 'listening');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false;
    throw error;
  }
}
