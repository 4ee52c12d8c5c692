import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { z } from 'zod';

type JsonSchema = {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema | boolean;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  format?: string;
  pattern?: string;
};

/** Rows that the fuzz test has prepared have these numbers, so that some calls get past "not found". */
const LIKELY_IDS = [1, 2, 3];
const ABSENT_ID = 2_000_000_000;
const MAX_ITEMS = 3;

export const NASTY_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  '١٢٣',
  '１２３',
  '½',
  'NaN',
  'Infinity',
  '-0',
  '1e999',
  '0x10',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '%00',
  '%',
  '\\',
  "'; drop table users; --",
  '{{7*7}}',
  '<script>',
  '\u202eabc',
  '💥'.repeat(50),
  'İ',
  'ß',
  '2024-02-30',
  '0000-00-00',
  '-000001-01-01',
  '+275760-09-13',
  '9999-12-31T23:59:60Z',
  '2024-01-01T00:00:00+99:99',
  'x'.repeat(300),
  'x'.repeat(20_000),
  'a@b',
  `${'a'.repeat(64)}@${'b'.repeat(180)}.test`,
  '00000000-0000-0000-0000-000000000000',
  '-1',
  '2147483648',
  '9223372036854775808',
  '1,2,,3',
  '(((((((((((((((a+)+)+)+',
];

export const NASTY_VALUES: unknown[] = [
  ...NASTY_TEXTS,
  null,
  true,
  false,
  0,
  -1,
  0.1,
  1e21,
  -1e21,
  2 ** 31,
  2 ** 53,
  Number.MAX_VALUE,
  5e-324,
  [],
  {},
  [[]],
  [null],
  { a: 1 },
  { length: 1e9 },
  { toString: 1 },
  Array(5_000).fill(1),
  nest(200),
];

function nest(depth: number): unknown {
  let value: unknown = 1;
  for (let i = 0; i < depth; i++) value = i % 2 === 0 ? [value] : { a: value };
  return value;
}

/** Input that fits the schema as far as its JSON form tells; refinements may still refuse it. */
export function arbitraryOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const json = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    target: 'draft-7',
    reused: 'inline',
  });
  return fromJsonSchema(json as JsonSchema, '');
}

/** Mostly fitting input with one value somewhere that does not fit. */
export function spoiled(fitting: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  return fc
    .tuple(fitting, fc.constantFrom(...NASTY_VALUES), fc.nat(1_000))
    .map(([value, nasty, place]) => spoil(value, nasty, place));
}

function spoil(value: unknown, nasty: unknown, place: number): unknown {
  if (typeof value !== 'object' || value === null) return nasty;
  const entries = Object.entries(value);
  if (entries.length === 0) return nasty;
  const [key, inner] = entries[place % entries.length] as [string, unknown];
  const changed = place % 3 === 0 ? nasty : spoil(inner, nasty, Math.floor(place / 3));
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === key ? changed : item));
  if (place % 17 === 0) return Object.fromEntries(entries.filter(([name]) => name !== key));
  if (place % 19 === 0) return { ...value, surprise: nasty };
  return { ...value, [key]: changed };
}

function fromJsonSchema(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  if ('const' in schema) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return fc.oneof(...options.map((option) => fromJsonSchema(option, name)));
  if (schema.allOf) return fromJsonSchema(Object.assign({}, ...schema.allOf), name);
  switch ([schema.type].flat()[0]) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return fc.array(fromJsonSchema(schema.items === true ? {} : (schema.items as JsonSchema) || {}, name), {
        minLength: schema.minItems ?? 0,
        maxLength: Math.max(schema.minItems ?? 0, Math.min(schema.maxItems ?? MAX_ITEMS, MAX_ITEMS)),
      });
    case 'integer':
      return integerOf(schema, name);
    case 'number':
      return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return textOf(schema, name);
    default:
      return /(^|_)ids?$|_in$|^id/i.test(name)
        ? fc.constantFrom<unknown>(...LIKELY_IDS, '1,2')
        : fc.constantFrom<unknown>('a', '1', 1, true, [1], ['a']);
  }
}

function objectOf({
  properties = {},
  required = [],
  additionalProperties,
}: JsonSchema): fc.Arbitrary<unknown> {
  const entries = Object.entries(properties);
  if (entries.length === 0 && typeof additionalProperties === 'object') {
    return fc.dictionary(fc.constantFrom('a', '1', '2', 'pool'), fromJsonSchema(additionalProperties, ''), {
      maxKeys: MAX_ITEMS,
    });
  }
  return fc.record(
    Object.fromEntries(entries.map(([name, property]) => [name, fromJsonSchema(property, name)])),
    { requiredKeys: required.filter((name) => name in properties) },
  );
}

function integerOf(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  const min = Math.max(schema.minimum ?? (schema.exclusiveMinimum ?? -1_000_001) + 1, -(2 ** 31));
  const max = Math.min(schema.maximum ?? (schema.exclusiveMaximum ?? 1_000_001) - 1, 2 ** 31 - 1);
  const any = fc.integer({ min: Math.ceil(min), max: Math.max(Math.ceil(min), Math.floor(max)) });
  const likely = [...LIKELY_IDS, ABSENT_ID].filter((id) => id >= min && id <= max);
  return /id$|albums?$|images?$|event$/i.test(name) && likely.length > 0
    ? fc.constantFrom(...likely)
    : fc.oneof(any, fc.constantFrom(Math.ceil(min), Math.max(Math.ceil(min), Math.floor(max))));
}

function textOf(
  { format, pattern, minLength = 0, maxLength = 40 }: JsonSchema,
  name: string,
): fc.Arbitrary<unknown> {
  if (/email|identifier|username/i.test(name)) return fc.nat(50).map((n) => `fuzz${n}@example.test`);
  if (format === 'uuid') return fc.constantFrom(randomUUID(), '00000000-0000-0000-0000-000000000000');
  if (format === 'date') return fc.constantFrom('1988-04-12', '2024-02-29', '0001-01-01', '9999-12-31');
  if (format === 'date-time') {
    return fc.constantFrom('2026-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z');
  }
  if (pattern)
    return fc.stringMatching(new RegExp(pattern, /\\p\{/.test(pattern) ? 'u' : ''), { maxLength: 40 });
  return fc.string({ minLength, maxLength: Math.min(Math.max(minLength, 40), maxLength), unit: 'grapheme' });
}
