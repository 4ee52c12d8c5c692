import { createHash } from 'node:crypto';
import pg from 'pg';

/** A statement that is used this often within a window is worth a place in the memory of every connection. */
const USES_BEFORE_NAME = 10;
const WINDOW_MS = 60_000;
/** Every connection keeps the plan of each named statement, so their number is bounded. */
const MOST_NAMES = 400;
/** Texts that wait to be used often enough; the count starts again when there are more. */
const MOST_CANDIDATES = 2_000;

const ONE_STATEMENT = /^\s*(select|insert|update|delete|with)\b[^;]*$/i;
/** A migration that adds a column changes the result of these while the process runs. */
const ALL_COLUMNS = /(select|returning|,|\.)\s*\*/i;
/** The planner chooses an index by the value of a pattern, which a plan for all values does not know. */
const PATTERN = /\bi?like\b|@@|<->|<=>|~/i;
/** The library of the queue lists the columns it returns and finds no rows by patterns, whatever its texts contain. */
const OF_QUEUE = /\b(from|into|update) pgboss\./i;

const SQLSTATE = { featureNotSupported: '0A000', unknownStatement: '26000', duplicateStatement: '42P05' };

export type StatementNames = {
  /** Returns undefined if the statement is better planned each time. */
  nameOf(text: string): string | undefined;
  /** Gives all statements new names, because the plans of the old ones no longer fit the tables. */
  renew(): void;
  stop(): void;
};

export type StatementNaming = { usesBeforeName?: number; mostNames?: number; now?: () => number };

/** Names the statements that a process uses often, so that the database parses and plans them once per connection. */
export function createStatementNames({
  usesBeforeName = USES_BEFORE_NAME,
  mostNames = MOST_NAMES,
  now = () => performance.now(),
}: StatementNaming = {}): StatementNames {
  const names = new Map<string, string>();
  const uses = new Map<string, number>();
  let windowEndsAt = 0;
  let generation = 0;
  let isStopped = false;

  function isUsedOften(text: string): boolean {
    const time = now();
    if (time > windowEndsAt || uses.size >= MOST_CANDIDATES) {
      uses.clear();
      windowEndsAt = time + WINDOW_MS;
    }
    const count = (uses.get(text) ?? 0) + 1;
    uses.set(text, count);
    return count >= usesBeforeName;
  }

  return {
    nameOf(text) {
      if (isStopped) return undefined;
      const known = names.get(text);
      if (known !== undefined) return known;
      if (names.size >= mostNames || !isUsedOften(text) || !isNameable(text)) return undefined;
      const name = `${createHash('sha256').update(text).digest('base64url').slice(0, 20)}.${generation}`;
      names.set(text, name);
      uses.delete(text);
      return name;
    },
    renew() {
      generation += 1;
      names.clear();
    },
    stop() {
      isStopped = true;
      names.clear();
    },
  };
}

function isNameable(text: string): boolean {
  if (!ONE_STATEMENT.test(text)) return false;
  return OF_QUEUE.test(text) || !(ALL_COLUMNS.test(text) || PATTERN.test(text));
}

/** The connections of one pool share their names. */
export function createPreparingClient(names: StatementNames): typeof pg.Client {
  return class PreparingClient extends pg.Client {
    // The overloads of pg all end here; only the forms that Kysely and the pool use are changed.
    override query(...call: unknown[]): never {
      const send = super.query.bind(this) as (...call: unknown[]) => unknown;
      const [text, values, callback] = call;
      const name = typeof text === 'string' && Array.isArray(values) ? names.nameOf(text) : undefined;
      if (name === undefined) return send(...call) as never;
      const named = { name, text, values };
      // Inside a transaction the statements before this one are lost, so the caller has to start again.
      const mayRepeat = (error: unknown) => endsName(error, names) && this.getTransactionStatus() === 'I';
      if (typeof callback === 'function') {
        return send(named, (error: unknown, result: unknown) => {
          if (error && mayRepeat(error)) send(text, values, callback);
          else callback(error, result);
        }) as never;
      }
      return (send(named) as Promise<unknown>).catch((error: unknown) => {
        if (mayRepeat(error)) return send(text, values);
        throw error;
      }) as never;
    }
  };
}

/** True if a migration changed the result of a statement after it was prepared. */
export function isPlanStale(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === SQLSTATE.featureNotSupported && message?.includes('cached plan') === true;
}

/** Returns true if the statement itself was not carried out because of its name. */
function endsName(error: unknown, names: StatementNames): boolean {
  if (isPlanStale(error)) {
    names.renew();
    return true;
  }
  const { code } = error as { code?: string };
  if (code === SQLSTATE.unknownStatement || code === SQLSTATE.duplicateStatement) {
    // A pooler gives each transaction another connection and does not know our names.
    names.stop();
    return true;
  }
  return false;
}
