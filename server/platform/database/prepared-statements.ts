import { createHash } from 'node:crypto';
import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import pg from 'pg';
import type { DB } from './database.gen.ts';

/** A placeholder for a field of the input while the statement is built. */
class Placeholder {
  readonly field: string;

  constructor(field: string) {
    this.field = field;
  }
}

type Parameter = string | number | Date | readonly number[] | readonly string[];

const names = new Map<string, string>();
/** A migration that changes the result of a statement makes its plans useless; other names get new plans. */
let generation = 0;

/**
 * Builds and compiles a statement once per process, and lets the database plan it once per connection. Only for doors open,
 * from log-in to the first photo: with 200 parents at once (`npm run bench:doors-open`) the ratio to the bare server was 0.45
 * with it and 0.26 without, on a busy machine. `build` must pass every field of `input` on as one parameter and decide nothing
 * by it, because it sees placeholders.
 */
export function prepareStatement<Input extends Record<keyof Input, Parameter>, Row>(
  build: (db: Kysely<DB>, input: Input) => Compilable<Row>,
): (db: Kysely<DB>, input: Input) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, input) => {
    if (!compiled) {
      const placeholders = new Proxy({} as Input, { get: (_input, field) => new Placeholder(String(field)) });
      compiled = build(db, placeholders).compile();
      const name = createHash('sha256').update(compiled.sql).digest('base64url').slice(0, 20);
      names.set(compiled.sql, name);
    }
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? input[value.field as keyof Input] : value,
    );
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows;
  };
}

/** A connection that prepares these statements. Poolers in transaction mode do not keep them. */
export class PreparingClient extends pg.Client {
  // The overloads of pg all end here; Kysely passes a text and its values.
  override query(...call: unknown[]): never {
    const send = super.query.bind(this) as (...call: unknown[]) => unknown;
    const [text, values, callback] = call;
    const name = typeof text === 'string' && !callback ? names.get(text) : undefined;
    if (name === undefined) return send(...call) as never;
    const sent = send({ name: `${name}.${generation}`, text, values }) as Promise<unknown>;
    return sent.catch((error: unknown) => {
      if (isPlanStale(error)) generation += 1;
      throw error;
    }) as never;
  }
}

export function isPlanStale(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === '0A000' && message?.includes('cached plan') === true;
}
