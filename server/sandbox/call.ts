import type { z } from 'zod';
import type { Db } from '#server/platform/database.ts';
import type { FormValue } from './form.ts';
import { readParams } from './params.ts';

/** One request (or one due task) at the provider: its transaction, its moment, who asked. */
export type Call = {
  tx: Db;
  now: Date;
  requestId: string | null;
  idempotencyKey: string | null;
  /** Where a buyer's browser reaches the step-up page. */
  browserUrl: string;
  /** The card network takes its time: the payment is `processing` for a while. */
  settlesSlowly: boolean;
};

type Input = { id: string; raw: FormValue };

/** A call of the provider, named as the SDK names it; faults are injected by that name. */
export type Operation = {
  name: string;
  method: 'GET' | 'POST' | 'DELETE';
  path: string;
  run(call: Call, input: Input): Promise<object>;
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
