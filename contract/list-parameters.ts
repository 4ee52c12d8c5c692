import { z } from 'zod';
import { id } from './primitives.ts';

export const sortOrder = z.enum(['asc', 'desc', 'ASC', 'DESC']);

/** Order and part of a list that is loaded whole, for example `_sort=start_date:DESC&_limit=10`. */
export function listParameters<Key extends string>(sortKeys: readonly [Key, ...Key[]], limit: number) {
  return {
    _sort: z.templateLiteral([z.enum(sortKeys), ':', sortOrder]).optional(),
    _start: z.coerce.number().int().min(0).max(limit).default(0),
    _limit: z.coerce.number().int().min(1).max(limit).default(limit),
  };
}

const MAX_IDS = 300;

/** `events_in=1,2` and `events_in=1&events_in=2` mean the same. */
export const listOfIds = z
  .union([z.string().max(4_000), z.array(z.string().max(4_000)).max(MAX_IDS)])
  .transform((value) => [value].flat().join(','))
  .pipe(
    z
      .string()
      .max(4_000)
      .regex(/^\d{1,10}(,\d{1,10})*$/),
  )
  .transform((value) => value.split(',').map(Number))
  .pipe(z.array(id));
