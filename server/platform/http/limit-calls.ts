import type { FastifyRequest } from 'fastify';
import type { LimitSubject, RateLimit } from '#contract/endpoint.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Hits, Limit } from '#server/platform/rate-limit.ts';

export type TakeHits = (limits: readonly Limit[]) => Promise<Hits>;

declare module 'fastify' {
  interface FastifyInstance {
    takeHits: TakeHits;
  }
}

type AppliedLimit = RateLimit & Limit;
/** Gives back every hit of a call that turned out to do nothing. */
export type Uncount = () => void;

/**
 * Hits are taken before the call runs, so that parallel guesses cannot pass a limit together; those that the
 * outcome does not count are given back before the answer is sent.
 */
export async function limitCall<T>(
  request: FastifyRequest,
  limits: readonly RateLimit[] = [],
  run: (uncount: Uncount) => Promise<T>,
): Promise<T> {
  const applied = limits.flatMap((limit) => applyLimit(request, limit));
  if (applied.length === 0) return run(() => undefined);
  const before = applied.filter((limit) => limit.refuses !== 'failures');
  const hits = before.length > 0 ? await request.server.takeHits(before) : undefined;
  const giveBack = (given: AppliedLimit[]) => hits?.giveBack(given.map((limit) => limit.key));
  let isCounted = true;
  try {
    const answer = await run(() => {
      isCounted = false;
    });
    await giveBack(isCounted ? before.filter((limit) => !countsOutcome(limit)) : before);
    return answer;
  } catch (error) {
    await giveBack(before.filter((limit) => !countsOutcome(limit, error)));
    const after = applied.filter((limit) => limit.refuses === 'failures' && countsOutcome(limit, error));
    if (after.length > 0) await request.server.takeHits(after);
    throw error;
  }
}

function countsOutcome({ counts = 'all' }: RateLimit, error?: unknown): boolean {
  if (counts === 'all') return true;
  if (counts === 'successes') return error === undefined;
  if (counts === 'failures') return error !== undefined && !isHalfway(error);
  return error instanceof AppError && counts.includes(error.code);
}

/** The password or link was right, and the second factor has a limit of its own. */
function isHalfway(error: unknown): boolean {
  return error instanceof AppError && error.code === 'second_factor_required';
}

function applyLimit(request: FastifyRequest, limit: RateLimit): AppliedLimit[] {
  if (limit.onlyWith !== undefined && readField(request, limit.onlyWith) === undefined) return [];
  const subjects = [limit.per].flat().map((subject) => readSubject(request, subject));
  if (subjects.includes(undefined)) return [];
  return [{ ...limit, key: [limit.name, ...subjects].join(':') }];
}

function readSubject(request: FastifyRequest, subject: LimitSubject): string | undefined {
  if (typeof subject === 'object') return readField(request, subject.field);
  const account = request.actor && String(request.actor.userId);
  if (subject === 'account') return account;
  return subject === 'caller' && account !== undefined ? account : request.ip;
}

function readField({ body }: FastifyRequest, field: string): string | undefined {
  const value = (body as Record<string, unknown> | undefined)?.[field];
  return value === undefined || value === null ? undefined : String(value);
}
