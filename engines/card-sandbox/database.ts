import type { ColumnType, Generated, Kysely, Transaction } from 'kysely';

type Moment = ColumnType<string, Date | string, Date | string>;
/** The provider's objects are written as text and read as whatever they are. */
type Json<Written = string> = ColumnType<unknown, Written, string>;

/** The tables that the host keeps for the sandbox, in its own database. */
type SandboxTables = {
  sandboxObjects: {
    id: string;
    kind: string;
    body: Json;
    hidden: Json<string | undefined>;
    created: number;
    position: Generated<number>;
  };
  sandboxEvents: {
    id: string;
    type: string;
    body: Json;
    created: number;
    attempts: Generated<number>;
    nextAttemptAt: Moment | null;
    deliveredAt: Moment | null;
    position: Generated<number>;
  };
  sandboxIdempotencyKeys: {
    key: string;
    fingerprint: Buffer;
    requestId: string;
    status: number;
    body: string;
    createdAt: Moment;
  };
  sandboxTimers: { id: Generated<number>; task: string; objectId: string; dueAt: Moment };
};

export type Database = Kysely<SandboxTables>;
export type Db = Database | Transaction<SandboxTables>;
export type Clock = { now(): Date };
export type Log = Record<'debug' | 'info' | 'warn' | 'error', (facts: object, text?: string) => void>;
