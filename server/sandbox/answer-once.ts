import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';
import { type Call, secondsFrom } from './call.ts';
import { SandboxError } from './errors.ts';
import type { FormTree, FormValue } from './form.ts';
import { inTransaction, type World } from './world.ts';

const REMEMBERED_SECONDS = 24 * 3600;

export type Answer = { status: number; body: string; replayOf: string | null };

export type Asked = {
  requestId: string;
  idempotencyKey: string | null;
  /** Method and path: a key belongs to one call. */
  target: string;
  params: FormTree;
  settlesSlowly: boolean;
};

/**
 * Work, events and the remembered answer are one transaction: after a crash either all of it happened, and a
 * retry with the key gets the same answer, or none of it did, and a retry does it.
 */
export function answerOnce(
  world: World,
  asked: Asked,
  work: (call: Call) => Promise<object>,
): Promise<Answer> {
  return inTransaction(world, asked, async (call) => {
    const fingerprint = fingerprintOf(asked);
    if (asked.idempotencyKey !== null) {
      await takeKey(call.tx, asked.idempotencyKey);
      const remembered = await findAnswer(call, asked.idempotencyKey, fingerprint);
      if (remembered) return remembered;
    }
    const { answer, isRemembered } = await attempt(call, work);
    if (asked.idempotencyKey !== null && isRemembered) {
      await call.tx
        .insertInto('sandboxIdempotencyKeys')
        .values({
          key: asked.idempotencyKey,
          fingerprint,
          requestId: asked.requestId,
          status: answer.status,
          body: answer.body,
          createdAt: call.now,
        })
        .execute();
    }
    return answer;
  });
}

async function attempt(
  call: Call,
  work: (call: Call) => Promise<object>,
): Promise<{ answer: Answer; isRemembered: boolean }> {
  await sql`savepoint work`.execute(call.tx);
  try {
    const body = JSON.stringify(await work(call), undefined, 2);
    return { answer: { status: 200, body, replayOf: null }, isRemembered: true };
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    if (!error.keepsWork) await sql`rollback to savepoint work`.execute(call.tx);
    return { answer: errorAnswer(error), isRemembered: error.isRemembered };
  }
}

export function errorAnswer(error: SandboxError): Answer {
  return {
    status: error.status,
    body: JSON.stringify({ error: error.fields }, undefined, 2),
    replayOf: null,
  };
}

async function takeKey(tx: Db, key: string): Promise<void> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`sandbox ${key}`}, 0)) as is_free`.execute(tx);
  if (rows[0]?.isFree) return;
  throw new SandboxError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  });
}

async function findAnswer(call: Call, key: string, fingerprint: Buffer): Promise<Answer | undefined> {
  const row = await call.tx
    .selectFrom('sandboxIdempotencyKeys')
    .selectAll()
    .where('key', '=', key)
    .executeTakeFirst();
  if (!row) return undefined;
  if (new Date(row.createdAt) <= secondsFrom(call.now, -REMEMBERED_SECONDS)) {
    await call.tx.deleteFrom('sandboxIdempotencyKeys').where('key', '=', key).execute();
    return undefined;
  }
  if (row.fingerprint.equals(fingerprint)) {
    return { status: row.status, body: row.body, replayOf: row.requestId };
  }
  throw new SandboxError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });
}

function fingerprintOf(asked: Asked): Buffer {
  return createHash('sha256')
    .update(`${asked.target} ${inOrder(asked.params)}`)
    .digest();
}

/** The same parameters in another order are the same request. */
function inOrder(value: FormValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(inOrder).join()}]`;
  const fields = Object.keys(value).sort();
  return `{${fields.map((field) => `${JSON.stringify(field)}:${inOrder(value[field] ?? '')}`).join()}}`;
}

export async function forgetOldAnswers(world: World): Promise<void> {
  await world.db
    .deleteFrom('sandboxIdempotencyKeys')
    .where('createdAt', '<=', secondsFrom(world.clock.now(), -REMEMBERED_SECONDS).toISOString())
    .execute();
}
