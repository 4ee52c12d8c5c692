import type { Duplex } from 'node:stream';
import pg from 'pg';
import { isPlanStale, type StatementNames } from './prepared-statements.ts';

const LANES = 2;
/** Hundreds of people may come in the same moment. More than this on one lane means that something holds it up. */
const MOST_WAITING = 256;
/** A statement that takes longer is no quick one, and those behind it must not wait for it. */
const LONGEST_MS = 2_000;
const CONNECT_MS = 1_000;
/** After a failed attempt to connect, statements are sent the ordinary way for this long. */
const REST_MS = 1_000;
/** A lane that answers nothing for this long is lost, although its connection looks open. */
const SILENCE_MS = 2 * LONGEST_MS;

type Row = Record<string, unknown>;
type QuickStatement = { text: string; values: unknown[]; nameOfColumn: (column: string) => string };

export type QuickLanes = {
  /** Returns undefined if the statement was not carried out here and should be sent the ordinary way. */
  run(statement: QuickStatement): Promise<Row[] | undefined>;
  end(): Promise<void>;
};

type LaneOptions = { connection: pg.ClientConfig; names?: StatementNames | undefined };

/**
 * Sends short reads over two connections of their own without waiting for the answers before (pipelining). The statements
 * of all requests that arrive together leave in one write, which costs a fraction of a write for each. Every statement is
 * a transaction of its own.
 */
export function createQuickLanes(options: LaneOptions): QuickLanes {
  const lanes = Array.from({ length: LANES }, () => createLane(options));
  let isEnded = false;
  return {
    async run(statement) {
      const [first, ...others] = lanes as [Lane, ...Lane[]];
      const lane = others.reduce((best, one) => (one.waiting() < best.waiting() ? one : best), first);
      if (isEnded || lane.isResting() || lane.waiting() >= MOST_WAITING) return undefined;
      try {
        return await lane.run(statement);
      } catch {
        // It is a read, so the ordinary way may do it again; its error is the one that counts.
        return undefined;
      }
    },
    async end() {
      isEnded = true;
      await Promise.all(lanes.map((lane) => lane.end()));
    },
  };
}

type Lane = ReturnType<typeof createLane>;

function createLane({ connection, names }: LaneOptions) {
  let waiting = 0;
  let client: pg.Client | undefined;
  let connecting: Promise<pg.Client> | undefined;
  let isHeld = false;
  let heardAt = 0;
  let restsUntil = 0;

  function forget(lost: pg.Client): void {
    if (client === lost) client = undefined;
  }

  async function connect(): Promise<pg.Client> {
    const settings = { pipeline: true, keepAlive: true, connectionTimeoutMillis: CONNECT_MS };
    const fresh = new pg.Client({ ...connection, ...settings });
    fresh.on('error', () => forget(fresh)).on('end', () => forget(fresh));
    try {
      await fresh.connect();
    } catch (error) {
      restsUntil = performance.now() + REST_MS;
      throw error;
    }
    client = fresh;
    return fresh;
  }

  function open(): Promise<pg.Client> {
    connecting ??= connect().finally(() => {
      connecting = undefined;
    });
    return connecting;
  }

  /** Keeps what is written until all requests that have arrived are read. */
  function holdWrites(to: pg.Client): void {
    if (isHeld) return;
    isHeld = true;
    const stream = streamOf(to);
    stream.cork();
    setImmediate(() => {
      isHeld = false;
      stream.uncork();
    });
  }

  function send(to: pg.Client, { text, values, nameOfColumn }: QuickStatement): Promise<Row[]> {
    holdWrites(to);
    const name = names?.nameOf(text);
    return new Promise((resolve, reject) => {
      const query = new QuickQuery({ text, values, nameOfColumn, name }, (error, result) => {
        heardAt = performance.now();
        if (!error) return resolve(result.rows);
        // Other errors of names pass: those behind a statement that could not be prepared do not find it.
        if (isPlanStale(error)) names?.renew();
        reject(error);
      });
      to.query(query);
    });
  }

  return {
    waiting: () => waiting,
    isResting: () => performance.now() < restsUntil,
    async run(statement: QuickStatement): Promise<Row[]> {
      if (waiting === 0) heardAt = performance.now();
      else if (client && performance.now() - heardAt > SILENCE_MS) streamOf(client).destroy();
      waiting += 1;
      try {
        return await send(client ?? (await open()), statement);
      } finally {
        waiting -= 1;
      }
    },
    async end() {
      const last = client ?? (await connecting?.catch(() => undefined));
      await last?.end();
    },
  };
}

function streamOf(client: pg.Client): Duplex {
  return (client as unknown as { connection: { stream: Duplex } }).connection.stream;
}

type Description = { fields: { name: string }[] };

/**
 * A statement whose rows have the names of fields at once, so that they are not built twice. It is given to pg as it is,
 * because pg copies the description of a statement property by property.
 */
class QuickQuery extends pg.Query<Row> {
  /** pg prepares a statement that has a name. */
  readonly name: string | undefined;
  readonly #nameOfColumn: QuickStatement['nameOfColumn'];

  constructor(
    { text, values, nameOfColumn, name }: QuickStatement & { name: string | undefined },
    done: (error: Error | undefined, result: { rows: Row[] }) => void,
  ) {
    super(text, values, done);
    this.name = name;
    this.#nameOfColumn = nameOfColumn;
  }

  handleRowDescription(description: Description): void {
    for (const field of description.fields) field.name = this.#nameOfColumn(field.name);
    HANDLE_DESCRIPTION.call(this, description);
  }
}

// The types of pg do not name this method.
const { handleRowDescription: HANDLE_DESCRIPTION } = pg.Query.prototype as unknown as {
  handleRowDescription(description: Description): void;
};

/** The settings of a lane: a statement that is held up fails early and runs the ordinary way. */
export const QUICK_SETTINGS = [`statement_timeout=${LONGEST_MS}`];
