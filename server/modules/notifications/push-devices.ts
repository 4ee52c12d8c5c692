import { ECDH } from 'node:crypto';
import { sql } from 'kysely';
import type { ResponseOf } from '#contract/endpoint.ts';
import type { notificationEndpoints } from '#contract/endpoints/notifications.ts';
import { MAX_PUSH_DEVICES } from '#contract/rules/notifications.ts';
import type { Tx } from '#server/context.ts';
import { liveSessions, nameDevice } from '#server/modules/accounts/sessions.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';
import type { Actor } from '#server/platform/http/access.ts';
import { AppError } from '#server/platform/http/errors.ts';
import type { PushDevice } from '#server/platform/push/push.ts';
import { toIso, toIsoOrNull } from '#server/platform/time/timestamps.ts';
import { saveTimeZone } from './quiet-hours.ts';

/** A device belongs to the account that turned it on last, and to the session in which that happened. */
export async function addDevice(
  { db, clock, push }: Pick<Tx, 'db' | 'clock' | 'push'>,
  { userId, sessionId }: Actor,
  { endpoint, p256dh, auth, timeZone, userAgent }: PushDevice & { timeZone: string; userAgent: string },
): Promise<void> {
  if (!push.accepts(endpoint) || !isPublicKey(p256dh) || Buffer.from(auth, 'base64url').length !== 16) {
    throw new AppError('invalid_request', {
      details: [{ path: 'endpoint', message: 'This browser uses a push service we do not know.' }],
    });
  }
  await advisoryLock(db, `push-devices:${userId}`);
  const publicKey = await push.publicKey();
  const device = { userId, sessionId, p256dh, auth, publicKey, device: nameDevice(userAgent).slice(0, 80) };
  await db
    .insertInto('pushSubscriptions')
    .values({ endpoint, ...device, createdAt: clock.now() })
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(device))
    .execute();
  await db
    .deleteFrom('pushSubscriptions')
    .where('userId', '=', userId)
    .where(
      'id',
      'not in',
      db
        .selectFrom('pushSubscriptions')
        .select('id')
        .where('userId', '=', userId)
        .orderBy(sql`session_id = ${sessionId}`, 'desc')
        .orderBy('id', 'desc')
        .limit(MAX_PUSH_DEVICES),
    )
    .execute();
  await saveTimeZone(db, userId, timeZone);
}

/** An uncompressed point on P-256; anything else would fail with every message. */
function isPublicKey(p256dh: string): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== 65 || point[0] !== 4) return false;
  try {
    ECDH.convertKey(point, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

export async function removeDevice(
  { db }: Pick<Tx, 'db'>,
  { userId }: Actor,
  deviceId: number,
): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('pushSubscriptions')
    .where('id', '=', deviceId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new AppError('not_found');
}

export async function forgetDevice(db: Db, deviceId: number): Promise<void> {
  await db.deleteFrom('pushSubscriptions').where('id', '=', deviceId).execute();
}

/** Forgets the devices that have logged out since or subscribed with a former key of the site, and lists the others. */
export async function listDevices(tx: Pick<Tx, 'db' | 'clock' | 'push'>, userId: number) {
  const publicKey = await tx.push.publicKey();
  await tx.db
    .deleteFrom('pushSubscriptions')
    .where('userId', '=', userId)
    .where(({ or, eb }) =>
      or([eb('sessionId', 'not in', liveSessions(tx)), eb('publicKey', '<>', publicKey)]),
    )
    .execute();
  return tx.db
    .selectFrom('pushSubscriptions')
    .select([
      'id',
      'sessionId',
      'endpoint',
      'p256dh',
      'auth',
      'publicKey',
      'device',
      'createdAt',
      'lastUsedAt',
    ])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
}

export async function showDevices(
  tx: Pick<Tx, 'db' | 'clock' | 'push'>,
  { userId, sessionId }: Actor,
): Promise<ResponseOf<typeof notificationEndpoints.listPushDevices>> {
  const devices = await listDevices(tx, userId);
  return {
    public_key: await tx.push.publicKey(),
    devices: devices.map((row) => ({
      id: row.id,
      label: row.device,
      is_this: row.sessionId === sessionId,
      created_at: toIso(row.createdAt),
      last_used_at: toIsoOrNull(row.lastUsedAt),
    })),
  };
}

export async function usersWithDevices(
  tx: Pick<Tx, 'db' | 'clock'>,
  userIds: number[],
): Promise<ReadonlySet<number>> {
  const rows = await tx.db
    .selectFrom('pushSubscriptions')
    .select('userId')
    .distinct()
    .where('userId', '=', anyOf(userIds))
    .where('sessionId', 'in', liveSessions(tx))
    .execute();
  return new Set(rows.map(({ userId }) => userId));
}

/** The address of a device is a secret of its browser, so the export has only its name. */
export function exportDevices(db: Db, userId: number) {
  return db
    .selectFrom('pushSubscriptions')
    .select(['device', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('id')
    .execute();
}
