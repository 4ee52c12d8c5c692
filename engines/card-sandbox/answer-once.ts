import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Call, type FormTree, type FormValue, SandboxError, secondsFrom } from './call.ts';
import type { Db } from './database.ts';
import { inTransaction, type SandboxContext } from './sandbox-context.ts';

const REMEMBERED_SECONDS = 24 * 3600;

export type Answer = { status: number; body: string; isReplay: boolean };

export type Asked = {
  requestId: string;
  idempotencyKey: string | null;
  target: string;
  params: FormTree;
  settlesSlowly: boolean;
};

/**
 * Writes the work, its events and the remembered answer in one transaction, so that a retry after a crash
 * either gets the first answer or does the work.
 */
export function answerOnce(
  context: SandboxContext,
  asked: Asked,
  work: (call: Call) => Promise<object>,
): Promise<Answer> {
  return inTransaction(context, asked, async (call) => {
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
    return { answer: { status: 200, body, isReplay: false }, isRemembered: true };
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
    isReplay: false,
  };
}

async function takeKey(tx: Db, key: string): Promise<void> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`sandbox ${key}`}, 0)) as is_free`.execute(tx);
  if (rows[0]?.isFree) return;
  throw new SandboxError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key: ${key}. Please try again later.`,
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
    return { status: row.status, body: row.body, isReplay: true };
  }
  throw new SandboxError(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with: ${key}.`,
  });
}

function fingerprintOf(asked: Asked): Buffer {
  return createHash('sha256')
    .update(`${asked.target} ${inOrder(asked.params)}`)
    .digest();
}

/** Sorts the fields, because the same parameters in another order are the same request. */
function inOrder(value: FormValue): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(inOrder).join()}]`;
  const fields = Object.keys(value).sort();
  return `{${fields.map((field) => `${JSON.stringify(field)}:${inOrder(value[field] ?? '')}`).join()}}`;
}

export async function forgetOldAnswers(context: SandboxContext): Promise<void> {
  await context.db
    .deleteFrom('sandboxIdempotencyKeys')
    .where('createdAt', '<=', secondsFrom(context.clock.now(), -REMEMBERED_SECONDS).toISOString())
    .execute();
}
