import fastJsonStringify from 'fast-json-stringify';
import { z } from 'zod';

type JsonSchema = Record<string, unknown>;
type Serializer = (data: unknown) => string;

/** Compiling is slow, and many endpoints share schemas such as the error body. */
const compiled = new WeakMap<z.ZodType, Serializer>();

/**
 * Writes only the fields that the schema declares, so that a stray column cannot leak, and is much faster than
 * parsing the answer with zod.
 */
export function compileSerializer(schema: z.ZodType): Serializer {
  const serializer = compiled.get(schema) ?? compile(schema);
  compiled.set(schema, serializer);
  return serializer;
}

function compile(schema: z.ZodType): Serializer {
  const jsonSchema = z.toJSONSchema(schema, {
    io: 'output',
    target: 'draft-7',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'nullable') makeNullable(jsonSchema as JsonSchema);
    },
  });
  return fastJsonStringify(jsonSchema as Parameters<typeof fastJsonStringify>[0]);
}

/** `anyOf: [x, null]` makes the serializer validate every value; `nullable` does not. */
function makeNullable(jsonSchema: JsonSchema): void {
  const [inner] = (jsonSchema.anyOf as JsonSchema[] | undefined) ?? [];
  if (!inner) return;
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, inner, { nullable: true });
}
