// The database spells names in camel case once its rows are read, and the wire in snake case. Rows and bodies that differ
// in nothing else are renamed here instead of field by field.
import { toIso } from '#server/platform/time/timestamps.ts';

type SnakeCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : '';
type CamelCase<Name extends string> = Name extends `${infer Head}_${infer Next}${infer Rest}`
  ? CamelCase<`${Head}${Uppercase<Next>}${Rest}`>
  : Name;

type OnWire<Value> = Value extends Date ? string : Value;
type Wire<Row> = { [Field in keyof Row & string as SnakeCase<Field>]: OnWire<Row[Field]> };
type Columns<Body> = { [Field in keyof Body & string as CamelCase<Field>]: Body[Field] };

/** Fields such as `createdAt` are times, which PostgreSQL spells in its own way. */
export function toWire<Row extends object>(row: Row): Wire<Row> {
  const fields = Object.entries(row).map(([field, value]) => {
    const isTime = value instanceof Date || (field.endsWith('At') && typeof value === 'string');
    const name = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return [name, isTime ? toIso(value instanceof Date ? value.toISOString() : value) : value];
  });
  return Object.fromEntries(fields) as Wire<Row>;
}

/**
 * Only for bodies of which every field is a column: take the others out first. Rows that the database returned inside
 * JSON have the names of columns as well, which `CamelCaseRows` leaves.
 */
export function toColumns<Body extends object>(body: Body): Columns<Body> {
  return Object.fromEntries(
    Object.entries(body).map(([field, value]) => [toCamelCase(field), value]),
  ) as Columns<Body>;
}

export function toCamelCase(field: string): string {
  return field.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
