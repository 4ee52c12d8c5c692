import { z } from 'zod';

export const sortOrder = z.enum(['asc', 'desc', 'ASC', 'DESC']);

/** Order and part of a list that is loaded whole, for example `_sort=start_date:DESC&_limit=10`. */
export function listParameters<Key extends string>(sortKeys: readonly [Key, ...Key[]], limit: number) {
  return {
    _sort: z.templateLiteral([z.enum(sortKeys), ':', sortOrder]).optional(),
    _start: z.coerce.number().int().min(0).max(limit).default(0),
    _limit: z.coerce.number().int().min(1).max(limit).default(limit),
  };
}
