import type { Tx } from '#server/context.ts';
import { findAlbumByInvite, holdsAlbum } from '#server/modules/found-albums/find-album.ts';
import type { Db } from '#server/platform/database/database.ts';
import { prepareStatement } from '#server/platform/database/prepared-statements.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { type ExportFile, jsonFile } from '#server/platform/personal-data/export-file.ts';

export const MAX_INVITES_LISTED = 200;
export const MAX_TIMES_SENT = 4;
export const RESEND_MINUTES = 10;

/** An invitation may be sent again at most three times, and not soon after the last time, so that nobody is pestered. */
export function maySendAgain(invite: { timesSent: number; lastSentAt: string }, now: Date): boolean {
  const waitedMs = now.getTime() - Date.parse(invite.lastSentAt);
  return invite.timesSent < MAX_TIMES_SENT && waitedMs >= RESEND_MINUTES * 60_000;
}

/** Asked at every log-in; most people are invited to nothing. */
const listOpenInvitesTo = prepareStatement((db, { email }: { email: string }) =>
  db
    .selectFrom('albumInvites')
    .select(['albumId', 'invitedBy'])
    .where('email', '=', email)
    .where('revokedAt', 'is', null)
    .orderBy('id', 'desc')
    .limit(MAX_INVITES_LISTED),
);

export async function hasOpenInvites(db: Db, email: string): Promise<boolean> {
  return (await listOpenInvitesTo(db, { email })).length > 0;
}

/**
 * Adds the albums that were shared with a verified address. The invitations are not marked as joined, because that would
 * tell the sender whether the address has an account.
 */
export async function holdInvitedAlbums(
  tx: Parameters<typeof findAlbumByInvite>[0],
  { userId, email }: { userId: number; email: string },
): Promise<void> {
  for (const { albumId, invitedBy } of await listOpenInvitesTo(tx.db, { email })) {
    if (await holdsAlbum(tx.db, userId, albumId)) continue;
    try {
      await findAlbumByInvite(tx, { userId, albumId, invitedBy });
    } catch (error) {
      // The album is not published now; the next log-in adds it if it is.
      if (!(error instanceof AppError)) throw error;
    }
  }
}

export async function* exportInvites({ db }: Pick<Tx, 'db'>, userId: number): AsyncGenerator<ExportFile> {
  yield jsonFile('invitations.json', {
    toAlbums: await db
      .selectFrom('albumInvites')
      .select(['albumId', 'email', 'timesSent', 'lastSentAt', 'joinedAt', 'revokedAt', 'createdAt'])
      .where('invitedBy', '=', userId)
      .orderBy('id')
      .execute(),
    toOrders: await db
      .selectFrom('orderInvites')
      .select(['orderId', 'email', 'timesSent', 'lastSentAt', 'revokedAt', 'createdAt'])
      .where('invitedBy', '=', userId)
      .orderBy('id')
      .execute(),
    accepted: await db
      .selectFrom('albumInvites')
      .select(['albumId', 'email', 'joinedAt'])
      .where('joinedBy', '=', userId)
      .orderBy('id')
      .execute(),
  });
}

/** Includes invitations that the person accepted, because those hold an address of theirs. */
export async function deleteInvitesOf(
  db: Db,
  { userId, email }: { userId: number; email: string | null },
): Promise<void> {
  await db
    .deleteFrom('albumInvites')
    .where((eb) =>
      eb.or([
        eb('invitedBy', '=', userId),
        eb('joinedBy', '=', userId),
        ...(email === null ? [] : [eb('email', '=', email)]),
      ]),
    )
    .execute();
  await db
    .deleteFrom('orderInvites')
    .where((eb) =>
      eb.or([eb('invitedBy', '=', userId), ...(email === null ? [] : [eb('email', '=', email)])]),
    )
    .execute();
}
