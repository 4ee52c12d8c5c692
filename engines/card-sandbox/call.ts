import type { z } from 'zod';
import type { Db } from '#server/platform/database.ts';
import type { FormValue } from './form.ts';
import { readParams } from './params.ts';

/** One request or one due task, with its transaction and its time. */
export type Call = {
  tx: Db;
  now: Date;
  requestId: string | null;
  idempotencyKey: string | null;
  browserUrl: string;
  /** The payment stays `processing` for a few seconds. */
  settlesSlowly: boolean;
};

/** Operations carry the SDK's names because tests inject faults by name. */
export type Operation = {
  name: string;
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  run(call: Call, input: { id: string; raw: FormValue }): Promise<object>;
};

export function operation<Schema extends z.ZodType>(
  name: string,
  method: Operation['method'],
  path: string,
  params: Schema,
  run: (call: Call, params: z.output<Schema>, id: string) => Promise<object>,
): Operation {
  return { name, method, path, run: (call, { id, raw }) => run(call, readParams(params, raw), id) };
}

export function unixSeconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}

export function secondsFrom(moment: Date, seconds: number): Date {
  return new Date(moment.getTime() + seconds * 1000);
}
