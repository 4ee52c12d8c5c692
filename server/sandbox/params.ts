import { z } from 'zod';
import { invalidRequest, type SandboxError } from './errors.ts';
import type { FormValue } from './form.ts';

/**
 * Parameters of one call. Only names that the SDK's own type knows compile, so a parameter that the provider
 * renamed or dropped is found by the compiler and not by a buyer.
 */
export function paramsFor<Params>() {
  return <Shape extends Partial<Record<keyof Params, z.ZodType>>>(
    shape: Shape & { [Name in Exclude<keyof Shape, keyof Params>]: never },
  ) => z.strictObject(shape as Shape);
}

export const text = z.string().min(1).max(5000);
export const webUrl = z.url({ protocol: /^https?$/ });
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const integer = z
  .string()
  .regex(/^-?\d{1,12}$/)
  .transform(Number);
export const positiveInteger = integer.refine((value) => value > 0);

/** The provider reads an empty text as "unset". */
export function emptyable<Inner extends z.ZodType>(inner: Inner) {
  return z.union([z.literal('').transform(() => null), inner]);
}

export const metadata = emptyable(z.record(z.string().min(1).max(40), z.string().max(500)));

export const address = z.strictObject({
  city: z.string().optional(),
  country: z.string().optional(),
  line1: z.string().optional(),
  line2: z.string().optional(),
  postal_code: z.string().optional(),
  state: z.string().optional(),
});

const createdRange = z.union([
  integer,
  z.strictObject({
    gt: integer.optional(),
    gte: integer.optional(),
    lt: integer.optional(),
    lte: integer.optional(),
  }),
]);

export const windowShape = {
  limit: integer.refine((value) => value >= 1 && value <= 100).optional(),
  starting_after: text.optional(),
  ending_before: text.optional(),
};
export const pageShape = { ...windowShape, created: createdRange.optional() };

export type PageParams = z.output<z.ZodObject<typeof pageShape>>;

export function readParams<Schema extends z.ZodType>(schema: Schema, raw: FormValue): z.output<Schema> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw refusal(parsed.error.issues[0], raw);
}

function refusal(issue: z.core.$ZodIssue | undefined, raw: FormValue): SandboxError {
  const path = (issue?.path ?? []).map(String);
  if (issue?.code === 'unrecognized_keys') {
    const param = bracket([...path, issue.keys[0] ?? '']);
    return invalidRequest(`Received unknown parameter: ${param}`, { code: 'parameter_unknown', param });
  }
  const param = bracket(path);
  const value = valueAt(raw, path);
  if (value === undefined) {
    return invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
  }
  if (value === '') {
    const message = `You passed an empty string for '${param}'. We assume empty values are an attempt to unset a parameter; however '${param}' cannot be unset.`;
    return invalidRequest(message, { code: 'parameter_invalid_empty', param });
  }
  const isNumber = issue?.code === 'custom' || (issue?.code === 'invalid_format' && issue.format === 'regex');
  return isNumber
    ? invalidRequest(`Invalid integer: ${value}`, { code: 'parameter_invalid_integer', param })
    : invalidRequest(`Invalid ${param}: ${typeof value === 'string' ? value : 'see its type'}`, { param });
}

function bracket([head = '', ...rest]: string[]): string {
  return [head, ...rest.map((part) => `[${part}]`)].join('');
}

function valueAt(raw: FormValue, path: string[]): FormValue | undefined {
  let value: FormValue | undefined = raw;
  for (const part of path) {
    if (typeof value !== 'object') return undefined;
    value = (value as Record<string, FormValue>)[part];
  }
  return value;
}
