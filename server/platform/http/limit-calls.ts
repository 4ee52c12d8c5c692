import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LimitSubject, RateLimit } from '#contract/endpoint.ts';
import type { Hits, Limit } from '#server/platform/security/rate-limit.ts';
import { deviceOf, ensureDevice } from './devices.ts';
import { AppError, busy } from './errors.ts';
import { networkOf, subnetOf } from './network-of.ts';

export type ConsumeRateLimits = (limits: readonly Limit[]) => Promise<Hits>;
/** Tags and dots of one mailbox are one person. */
export type FindMailboxKey = (email: string) => Promise<string>;

declare module 'fastify' {
  interface FastifyInstance {
    consumeRateLimits: ConsumeRateLimits;
    findMailboxKey: FindMailboxKey;
  }
}

type AppliedLimit = RateLimit & Limit;

export type LimitedCall = {
  /** Gives back every hit of a call that turned out to do nothing. */
  uncount: () => void;
  /** A limit that refuses nothing is reached. */
  isOverLimit: boolean;
};

const UNLIMITED: LimitedCall = { uncount: () => undefined, isOverLimit: false };

type Visit = { request: FastifyRequest; reply: FastifyReply };

/**
 * Hits are taken before the call runs, so that parallel guesses cannot pass a limit together; those that the
 * outcome does not count are given back before the answer is sent.
 */
export async function limitCall<T>(
  visit: Visit,
  limits: readonly RateLimit[] = [],
  run: (call: LimitedCall) => Promise<T>,
): Promise<T> {
  if (limits.length === 0) return run(UNLIMITED);
  const { consumeRateLimits } = visit.request.server;
  const applied = await applyLimits(visit, limits);
  if (applied.length === 0) return run(UNLIMITED);
  const before = applied.filter((limit) => limit.refuses === undefined);
  const hits = before.length > 0 ? await consumeRateLimits(before) : undefined;
  const isOverLimit = await countQuietly(
    consumeRateLimits,
    applied.filter((limit) => limit.refuses === 'nothing'),
  );
  const giveBack = (given: AppliedLimit[]) => hits?.giveBack(given.map((limit) => limit.key));
  let isCounted = true;
  try {
    const uncount = () => {
      isCounted = false;
    };
    const answer = await run({ uncount, isOverLimit });
    await giveBack(isCounted ? before.filter((limit) => !countsOutcome(limit)) : before);
    return answer;
  } catch (error) {
    await giveBack(before.filter((limit) => !countsOutcome(limit, error)));
    const after = applied.filter((limit) => limit.refuses === 'failures' && countsOutcome(limit, error));
    if (after.length > 0) await consumeRateLimits(after);
    throw error;
  }
}

async function countQuietly(
  consumeRateLimits: ConsumeRateLimits,
  limits: readonly AppliedLimit[],
): Promise<boolean> {
  if (limits.length === 0) return false;
  try {
    await consumeRateLimits(limits);
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return true;
    throw error;
  }
}

function countsOutcome({ counts = 'all' }: RateLimit, error?: unknown): boolean {
  // A call that was turned away unread has tried nothing.
  if (error instanceof AppError && error.code === 'busy') return false;
  if (counts === 'all') return true;
  if (counts === 'successes') return error === undefined;
  if (counts === 'failures') return error !== undefined && !isHalfway(error);
  return error instanceof AppError && counts.includes(error.code);
}

/** The password or link was right, and the second factor has its own limit. */
function isHalfway(error: unknown): boolean {
  return error instanceof AppError && error.code === 'second_factor_required';
}

async function applyLimits({ request, reply }: Visit, limits: readonly RateLimit[]): Promise<AppliedLimit[]> {
  const asksDevice = limits.some((limit) => asksForDevice(request, limit));
  // A device created by this request has never logged in.
  const device = asksDevice ? deviceOf(request) : undefined;
  if (asksDevice) await ensureDevice(request, reply);
  const accountField = limits.find((limit) => limit.device)?.device?.of;
  const email = accountField && readField(request, accountField);
  const isKnown =
    email !== undefined && device !== undefined && (await request.server.devices.isKnown(email, device));
  const mailed = limits.some(countsMailbox) ? readField(request, 'email') : undefined;
  const mailbox = mailed && (await request.server.findMailboxKey(mailed));
  return limits
    .filter((limit) => !limit.device || limit.device.is === (isKnown ? 'known' : 'unknown'))
    .flatMap((limit) => applyLimit(request, limit, mailbox));
}

function asksForDevice({ actor }: FastifyRequest, { per, device }: RateLimit): boolean {
  const subjects = [per].flat();
  return device !== undefined || subjects.includes('device') || (subjects.includes('caller') && !actor);
}

const isEmail = (subject: LimitSubject) => typeof subject === 'object' && subject.field === 'email';

const countsMailbox = ({ per }: RateLimit) => [per].flat().some(isEmail);

function applyLimit(request: FastifyRequest, limit: RateLimit, mailbox: string | undefined): AppliedLimit[] {
  if (limit.onlyWith !== undefined && readField(request, limit.onlyWith) === undefined) return [];
  const subjects = [limit.per]
    .flat()
    .map((subject) => (isEmail(subject) ? mailbox : readSubject(request, subject)));
  if (subjects.includes(undefined)) return [];
  return [{ ...limit, key: [limit.name, ...subjects].join(':') }];
}

function readSubject(request: FastifyRequest, subject: LimitSubject): string | undefined {
  if (typeof subject === 'object') return readField(request, subject.field);
  if (subject === 'everyone') return subject;
  const account = request.actor && String(request.actor.userId);
  if (subject === 'account') return account;
  if (subject === 'caller' && account !== undefined) return account;
  const network = networkOf(request.ip);
  // A network that has been given too many devices counts as one.
  return subject === 'address' ? network : (request.device ?? network);
}

function readField({ body }: FastifyRequest, field: string): string | undefined {
  const value = (body as Record<string, unknown> | undefined)?.[field];
  return value === undefined || value === null ? undefined : String(value);
}

/** Enough for an arena where everybody logs in at the same moment: they wait for a second or two. */
const MAX_CALLS = 40;

const callsOf = new Map<string, number>();

/** Refuses calls of a network that already has many in progress, before anything is looked up or counted for them. */
export async function limitHashing<T>(ip: string, call: () => Promise<T>): Promise<T> {
  const subnet = subnetOf(ip);
  const calls = callsOf.get(subnet) ?? 0;
  if (calls >= MAX_CALLS) throw busy();
  callsOf.set(subnet, calls + 1);
  try {
    return await call();
  } finally {
    const left = (callsOf.get(subnet) ?? 1) - 1;
    if (left > 0) callsOf.set(subnet, left);
    else callsOf.delete(subnet);
  }
}
