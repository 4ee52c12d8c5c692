import { isUtf8 } from 'node:buffer';
import type { Socket } from 'node:net';
import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { type SecureContext, TLSSocket } from 'node:tls';
import { DataConnections, type PortRange } from './data-connections.ts';
import { FEATURE_LINES, type FtpFile, listLines, type Reply, SIMPLE_COMMANDS } from './replies.ts';

/** The host behind the protocol. If a method throws, the client tries again. */
export type FtpHost<Account> = {
  /** Returns undefined for a wrong name or password. */
  logIn(given: { user: string; password: string; address: string }): Promise<Account | undefined>;
  /** Takes the bytes of a file from `start` on; undefined is the end of what came before. */
  receive(
    account: Account,
    upload: { path: string; start: number | undefined; data: Readable },
  ): Promise<Reply>;
  sizeOf(account: Account, path: string): Promise<number | undefined>;
  /** Renames what this connection sent. Returns false if there is no such file. */
  rename(account: Account, from: string, to: string): Promise<boolean>;
  list(account: Account): Promise<FtpFile[]>;
};

export type FtpOptions = {
  certificate: { key: string; cert: string };
  /** Passwords and pictures may travel unencrypted. */
  allowsPlain: boolean;
  /** The name or address by which clients reach the server, if it is not the one that they used. */
  publicHost?: string | undefined;
  passivePorts?: PortRange | undefined;
  idleMs?: number;
  /** A client that has not logged in after this long is cut off, whatever it says. */
  logInMs?: number;
  complain: (error: unknown) => void;
};

type SessionOptions = FtpOptions & { secureContext: SecureContext };

const IDLE_MS = 5 * 60_000;
const LOG_IN_MS = 60_000;
/** A connection that is to end is cut off if the last words cannot be sent for this long. */
const CLOSE_TIMEOUT_MS = 5_000;
const LONGEST_LINE = 2_000;
const MAX_WAITING_LINES = 20;
const WRONG_PASSWORDS = 3;
/** Clients open the data connection between REST and these commands. */
const TRANSFERS = new Set(['STOR', 'APPE', 'LIST', 'NLST', 'RETR']);
/** Old cameras say XPWD, XCWD and XMKD. */
const OLD_SPELLING = /^X(?=PWD|CWD|MKD)/;
const NOT_SENT: Reply = [550, 'Only a file that you just sent has a name here'];
/** May be preceded by Telnet bytes. */
const ABORT = /^\W*ABOR\s*$/i;
/** Commands that are allowed before the log-in. */
const OPEN_TO_ALL = new Set(['USER', 'PASS', 'AUTH', 'PBSZ', 'PROT', 'FEAT', 'OPTS', 'NOOP', 'QUIT', 'SYST']);

/** Old cameras and programs write names in Latin-1. */
function decodeLine(latin1: string): string {
  const bytes = Buffer.from(latin1, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : latin1;
}

/** One control connection. Commands run one after the other, in the order in which they came. */
export class Session<Account> {
  readonly ended: Promise<void>;
  readonly address: string | undefined;
  readonly #host: FtpHost<Account>;
  readonly #options: SessionOptions;
  readonly #data: DataConnections;
  readonly #lines: string[] = [];
  readonly #logInTimer: NodeJS.Timeout;
  #socket: Socket;
  #end: () => void = () => undefined;
  #typed = '';
  #isBusy = false;
  #isStopping = false;
  #user = '';
  #wrongPasswords = 0;
  #account: Account | undefined;
  #folder = '/';
  #start = 0;
  #renamed = '';

  constructor(socket: Socket, host: FtpHost<Account>, options: SessionOptions) {
    this.#socket = socket;
    this.address = socket.remoteAddress;
    this.#host = host;
    this.#options = options;
    this.#data = new DataConnections(options, () => this.#reply(150, 'Go ahead'));
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#logInTimer = setTimeout(() => {
      if (!this.isLoggedIn) this.#hangUp('421 Log in sooner.');
    }, options.logInMs ?? LOG_IN_MS);
    this.#listen(socket);
    this.#reply(220, 'Ready for your photos');
  }

  get isLoggedIn(): boolean {
    return this.#account !== undefined;
  }

  /** Ends once the running upload has arrived. */
  stop(): void {
    this.#isStopping = true;
    if (!this.#isBusy) this.#hangUp('421 The server stops. Connect again.');
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #listen(socket: Socket): void {
    socket.setTimeout(this.#options.idleMs ?? IDLE_MS, () => {
      if (!this.#isBusy) this.#hangUp('421 You were idle for too long.');
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      clearTimeout(this.#logInTimer);
      this.#data.close();
      this.#end();
    });
    socket.on('data', (bytes) => this.#read(bytes.toString('latin1')));
  }

  #read(text: string): void {
    this.#typed += text;
    const lines = this.#typed.split(/\r?\n/);
    this.#typed = lines.pop() ?? '';
    if (this.#typed.length > LONGEST_LINE || this.#lines.length + lines.length > MAX_WAITING_LINES) {
      this.#hangUp('500 That is too long.');
      return;
    }
    for (const line of lines.map(decodeLine)) {
      // The transfer stops without waiting for the turn of the command, which is answered after it.
      if (ABORT.test(line)) this.#data.close();
      this.#lines.push(ABORT.test(line) ? 'ABOR' : line);
    }
    this.#work().catch((error: unknown) => {
      this.#options.complain(error);
      this.destroy();
    });
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (let line = this.#lines.shift(); line !== undefined; line = this.#lines.shift()) {
      if (this.#socket.destroyed) return;
      const [, verb = '', argument = ''] = /^\s*(\S*) ?(.*)$/s.exec(line) ?? [];
      const command = verb.toUpperCase();
      const reply = await this.#answer(command, argument);
      if (TRANSFERS.has(command)) this.#start = 0;
      if (reply) this.#reply(...reply);
      if (command === 'QUIT') this.#hangUp();
      if (command === 'AUTH' && reply?.[0] === 234) this.#beginTls();
    }
    this.#isBusy = false;
    if (this.#isStopping) this.stop();
  }

  async #answer(command: string, argument: string): Promise<Reply | undefined> {
    if (this.#account === undefined && !OPEN_TO_ALL.has(command)) return [530, 'Log in first'];
    const known = this.#commands[command.replace(OLD_SPELLING, '')] ?? SIMPLE_COMMANDS.get(command);
    if (!known) return [502, 'This server only takes photos'];
    try {
      return await known(argument);
    } catch (error) {
      this.#options.complain(error);
      return [451, 'Something went wrong here. Send it again'];
    }
  }

  readonly #commands: Record<string, (argument: string) => Reply | undefined | Promise<Reply | undefined>> = {
    AUTH: (kind) => {
      if (this.#socket instanceof TLSSocket) return [503, 'The connection is secure already'];
      return /^(TLS|TLS-C|SSL)$/i.test(kind) ? [234, 'Begin TLS'] : [504, 'Use AUTH TLS'];
    },
    PROT: (level) => this.#data.protect(this.#socket, level.toUpperCase()),
    USER: (user) => {
      this.#account = undefined;
      if (!this.#isSecureEnough) return [530, 'Choose FTPS (explicit TLS) in the camera'];
      this.#user = user;
      return [331, 'Now the password'];
    },
    PASS: (password) => this.#logIn(password),
    FEAT: () => {
      this.#write(FEATURE_LINES);
      return undefined;
    },
    PWD: () => [257, `"${this.#folder.replaceAll('"', '""')}" is the folder`],
    CWD: (path) => {
      this.#folder = this.#resolve(path);
      return [250, 'Done'];
    },
    CDUP: () => this.#commands.CWD?.('..') as Reply,
    MKD: (path) => [257, `"${this.#resolve(path).replaceAll('"', '""')}" is there`],
    PASV: () =>
      this.#data.listen(this.#socket, async (port) => {
        const address = await this.#data.ownAddress(this.#socket);
        const numbers = [...address.split('.'), port >> 8, port & 255].join(',');
        return [227, `Entering Passive Mode (${numbers})`];
      }),
    EPSV: (wanted) => {
      if (/^ALL$/i.test(wanted)) return [200, 'Done'];
      return this.#data.listen(this.#socket, async (port) => [
        229,
        `Entering Extended Passive Mode (|||${port}|)`,
      ]);
    },
    REST: (offset) => {
      if (!/^\d{1,12}$/.test(offset)) return [501, 'Say from which byte'];
      this.#start = Number(offset);
      return [350, `Go on from byte ${offset}`];
    },
    SIZE: async (path) => {
      const size = await this.#host.sizeOf(this.#loggedIn, this.#resolve(path));
      return size === undefined ? [550, 'No such file'] : [213, String(size)];
    },
    RNFR: async (path) => {
      this.#renamed = this.#resolve(path);
      const isThere = (await this.#host.sizeOf(this.#loggedIn, this.#renamed)) !== undefined;
      return isThere ? [350, 'Say the new name'] : NOT_SENT;
    },
    RNTO: async (path) => {
      const isDone = await this.#host.rename(this.#loggedIn, this.#renamed, this.#resolve(path));
      return isDone ? [250, 'Done'] : NOT_SENT;
    },
    STOR: (path) => this.#receive(path, this.#start),
    APPE: (path) => this.#receive(path, undefined),
    LIST: () => this.#list('long'),
    NLST: () => this.#list('names'),
  };

  get #isSecureEnough(): boolean {
    return this.#options.allowsPlain || this.#socket instanceof TLSSocket;
  }

  get #loggedIn(): Account {
    if (this.#account === undefined) throw new Error('nobody is logged in');
    return this.#account;
  }

  async #logIn(password: string): Promise<Reply | undefined> {
    if (this.#user === '') return [503, 'Say the user first'];
    const given = { user: this.#user, password, address: this.#socket.remoteAddress ?? '' };
    this.#account = await this.#host.logIn(given);
    if (this.#account !== undefined) return [230, 'Welcome'];
    this.#wrongPasswords += 1;
    if (this.#wrongPasswords < WRONG_PASSWORDS) return [530, 'Wrong user or password'];
    this.#hangUp('421 Wrong user or password.');
    return undefined;
  }

  #resolve(path: string): string {
    return posix.resolve('/', this.#folder, path.replaceAll(/\p{Cc}/gu, '') || '.').slice(0, 1_000);
  }

  async #receive(path: string, start: number | undefined): Promise<Reply> {
    if (path === '') return [501, 'Say the name of the file'];
    // Whoever reads the stream gets the connection's failure.
    return this.#data.transfer((data) =>
      this.#host.receive(this.#loggedIn, { path: this.#resolve(path), start, data }),
    );
  }

  #list(form: 'long' | 'names'): Promise<Reply> {
    return this.#data.transfer(async (data) => {
      const files = await this.#host.list(this.#loggedIn);
      const names = form === 'names' ? files.map(({ name }) => `${name}\r\n`) : listLines(files);
      await new Promise<void>((resolve) => {
        data.once('close', resolve);
        data.resume();
        data.end(names.join(''));
      });
      return [226, 'That is all of today'];
    });
  }

  #beginTls(): void {
    const plain = this.#socket;
    plain.removeAllListeners('data');
    plain.setTimeout(0);
    // Bytes that arrived unencrypted after the command may come from somebody else, so they are dropped.
    this.#lines.length = 0;
    this.#typed = '';
    this.#account = undefined;
    this.#user = '';
    this.#socket = new TLSSocket(plain, { isServer: true, secureContext: this.#options.secureContext });
    this.#listen(this.#socket);
  }

  /** Does not wait for the other side to hang up as well. */
  #hangUp(lastWords?: string): void {
    const socket = this.#socket;
    if (lastWords) this.#write(`${lastWords}\r\n`);
    socket.destroySoon();
    const late = setTimeout(() => socket.destroy(), CLOSE_TIMEOUT_MS);
    socket.once('close', () => clearTimeout(late));
  }

  #reply(code: number, text: string): void {
    this.#write(`${code} ${text}\r\n`);
  }

  #write(text: string): void {
    if (this.#socket.writable) this.#socket.write(text);
  }
}
