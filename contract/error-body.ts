import { z } from 'zod';

const fieldProblem = z.object({ path: z.string(), message: z.string() });

export const errorBody = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    details: z.union([z.array(fieldProblem), z.record(z.string(), z.unknown())]).optional(),
    request_id: z.string(),
  }),
});

export type ErrorBody = z.output<typeof errorBody>;
export type FieldProblem = z.output<typeof fieldProblem>;
