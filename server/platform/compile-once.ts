import type { Compilable, CompiledQuery } from 'kysely';
import { toCamelCase } from './camel-case-rows.ts';
import { type Db, findQuickLanes } from './database.ts';

class Mark {
  readonly field: string;

  constructor(field: string) {
    this.field = field;
  }
}

type Parameter = string | number | readonly number[] | readonly string[];

/**
 * Builds and compiles a query once per process, for calls that are made often; later calls only fill in the parameters.
 * `build` must pass every field of `input` on as one parameter and decide nothing by it, because it sees marks in place
 * of the values. A quick statement is a read of few rows that many requests make; it shares a connection with others like it.
 */
export function compileOnce<Input extends Record<keyof Input, Parameter>, Row>(
  build: (db: Db, input: Input) => Compilable<Row>,
  { isQuick = false }: { isQuick?: boolean } = {},
): (db: Db, input: Input) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined;
  return async (db, input) => {
    compiled ??= build(db, createMarks<Input>()).compile();
    const parameters = compiled.parameters.map((value) =>
      value instanceof Mark ? input[value.field as keyof Input] : value,
    );
    const lanes = isQuick ? findQuickLanes(db) : undefined;
    const found = await lanes?.run({ text: compiled.sql, values: parameters, nameOfColumn: toCamelCase });
    if (found) return found as Row[];
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}

function createMarks<Input extends object>(): Input {
  return new Proxy({} as Input, {
    get: (_target, field) => new Mark(String(field)),
  });
}
