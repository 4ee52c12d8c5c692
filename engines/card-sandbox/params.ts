import { z } from 'zod';
import { invalidRequest } from './errors.ts';
import type { FormValue } from './form.ts';

/** Accepts only parameter names of the SDK's own type, so the compiler finds a renamed parameter. */
export function paramsFor<Params>() {
  return <Shape extends Partial<Record<keyof Params, z.ZodType>>>(
    shape: Shape & { [Name in Exclude<keyof Shape, keyof Params>]: never },
  ) => z.strictObject(shape as Shape);
}

export const text = z.string().min(1).max(5000);
export const flag = z.enum(['true', 'false']).transform((value) => value === 'true');
const integer = z
  .string()
  .regex(/^\d{1,12}$/)
  .transform(Number);
export const positiveInteger = integer.refine((value) => value > 0);
export const metadata = z.record(z.string().min(1).max(40), z.string().max(500));
export const none = z.strictObject({});

export const pageShape = {
  limit: integer.refine((value) => value >= 1 && value <= 100).optional(),
  starting_after: text.optional(),
  created: z.strictObject({ gte: integer, lt: integer.optional() }).optional(),
};

export type PageParams = z.output<z.ZodObject<typeof pageShape>>;

export function readParams<Schema extends z.ZodType>(schema: Schema, raw: FormValue): z.output<Schema> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const names = [...(issue?.path ?? []), ...(issue?.code === 'unrecognized_keys' ? issue.keys : [])];
  const param = names.map((name, index) => (index === 0 ? String(name) : `[${String(name)}]`)).join('');
  throw invalidRequest(`Invalid parameter ${param}: ${issue?.message}`, { param });
}
