import fastJsonStringify from 'fast-json-stringify';
import { z } from 'zod';

type JsonSchema = Record<string, unknown>;
type Serializer = (data: unknown) => string;

/** The shape of an error is every call's, and compiling takes a while. */
const compiled = new WeakMap<z.ZodType, Serializer>();

/**
 * zod -> JSON Schema -> a compiled serializer. It writes only declared fields, so a stray column cannot
 * leak, and costs a fraction of parsing the answer again.
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
