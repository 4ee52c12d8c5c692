import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { contract } from './contract.ts';
import type { EndpointShape } from './endpoint.ts';
import { outboxEndpoints } from './endpoints/operations.ts';
import specificationCalls from './specification-calls.json' with { type: 'json' };

const endpoints: EndpointShape[] = [...contract, ...Object.values(outboxEndpoints)];
const nameOf = ({ method, path }: EndpointShape) => `${method} ${path}`;
const everyEndpoint = endpoints.map((endpoint) => [nameOf(endpoint), endpoint] as const);

type JsonSchema = {
  type?: string | string[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
  additionalProperties?: boolean | JsonSchema;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  maxLength?: number;
  maxItems?: number;
  maximum?: number;
  minimum?: number;
};

const ALWAYS_BOUNDED_FORMATS = ['date', 'date-time', 'uuid'];

/** Lists every unbounded or open part of a schema with its path. */
function looseEnds(schema: JsonSchema, path: string): string[] {
  const { type, properties = {}, items, anyOf = [], allOf = [] } = schema;
  const parts = [
    ...Object.entries(properties).flatMap(([name, part]) => looseEnds(part, `${path}.${name}`)),
    ...(items ? looseEnds(items, `${path}[]`) : []),
    ...[...anyOf, ...allOf].flatMap((part) => looseEnds(part, path)),
  ];
  const hasFewValues = [type].flat().every((one) => one === 'boolean' || one === 'null');
  if (schema.enum || schema.const !== undefined || hasFewValues) return parts;
  if (anyOf.length + allOf.length > 0) return parts;
  const isLoose =
    type === 'object'
      ? schema.additionalProperties !== false
      : type === 'string'
        ? !isBoundedText(schema)
        : type === 'array'
          ? schema.maxItems === undefined
          : type === 'integer' || type === 'number'
            ? (schema.maximum ?? Number.MAX_SAFE_INTEGER) >= Number.MAX_SAFE_INTEGER
            : true;
  return isLoose ? [`${path} ${JSON.stringify(schema)}`, ...parts] : parts;
}

function isBoundedText({ maxLength, format, pattern }: JsonSchema): boolean {
  if (maxLength !== undefined || ALWAYS_BOUNDED_FORMATS.includes(format ?? '')) return true;
  const unescaped = pattern?.replace(/\\./g, '') ?? '*';
  return unescaped.startsWith('^') && unescaped.endsWith('$') && !/[*+]|\{\d+,\}/.test(unescaped);
}

const jsonSchemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input' }) as JsonSchema;

describe('the contract', () => {
  test.each(specificationCalls)('has the call %s %s', (method, path) => {
    const pattern = (text: string) => text.replace(/\{\w+\}|:\w+/g, ':');
    expect(endpoints.map((endpoint) => `${endpoint.method} ${pattern(endpoint.path)}`)).toContain(
      `${method} ${pattern(path ?? '')}`,
    );
  });

  test('has each call once', () => {
    const names = endpoints.map((endpoint) => nameOf(endpoint).replace(/:\w+/g, ':'));
    expect(names.filter((name, position) => names.indexOf(name) !== position)).toEqual([]);
  });

  test.each(everyEndpoint)('declares every parameter in the path of %s, and no other', (_name, endpoint) => {
    const inPath = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
    expect(Object.keys(endpoint.params?.shape ?? {}).sort()).toEqual(inPath.sort());
  });

  test.each(everyEndpoint)('bounds and closes everything that %s accepts', (_name, endpoint) => {
    const { params, query, body } = endpoint;
    const loose = Object.entries({ params, query, body }).flatMap(([name, schema]) =>
      schema ? looseEnds(jsonSchemaOf(schema), name) : [],
    );
    expect(loose).toEqual([]);
  });

  test('sends a body with POST and PUT, and where the specification asks for one with DELETE', () => {
    const odd = endpoints.filter(({ method, body }) => body && (method === 'GET' || method === 'DELETE'));
    expect(odd.map(nameOf)).toEqual(['DELETE /users/me']);
  });

  test('the check for loose ends finds each kind of them', () => {
    const open = z.object({ a: z.string(), b: z.array(z.int().max(3)), c: z.int(), d: z.unknown() });
    expect(looseEnds(jsonSchemaOf(open), 'body').map((end) => end.split(' ')[0])).toEqual([
      'body',
      'body.a',
      'body.b',
      'body.c',
      'body.d',
    ]);
    const closed = z.strictObject({
      a: z.string().max(9),
      b: z.array(z.uuid()).max(2),
      c: z.int().max(3),
      d: z.enum(['x']),
      e: z.iso.date().nullish(),
    });
    expect(looseEnds(jsonSchemaOf(closed), 'body')).toEqual([]);
  });
});
