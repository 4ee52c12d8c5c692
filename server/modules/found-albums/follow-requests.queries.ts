import type { Db } from '#server/platform/database/database.ts';

export type FollowRequest = {
  email: string;
  albumId: number;
  tokenHash: Buffer;
  createdAt: Date;
  expiresAt: Date;
};

export async function insertFollowRequest(db: Db, request: FollowRequest): Promise<void> {
  await db.insertInto('followRequests').values(request).execute();
}

/** Returns the request to exactly one of several concurrent callers. */
export function spendFollowRequest(db: Db, { tokenHash, now }: { tokenHash: Buffer; now: Date }) {
  return db
    .deleteFrom('followRequests')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now.toISOString())
    .returning(['email', 'albumId'])
    .executeTakeFirst();
}

export async function deleteFollowRequestsTo(db: Db, email: string): Promise<void> {
  await db.deleteFrom('followRequests').where('email', '=', email).execute();
}

export async function deleteExpiredRequests(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('followRequests').where('expiresAt', '<=', now.toISOString()).execute();
}
