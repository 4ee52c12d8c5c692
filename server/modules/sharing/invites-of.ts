import type { Tx } from '#server/context.ts';
import type { Db } from '#server/platform/database/database.ts';
import { type ExportFile, jsonFile } from '#server/platform/personal-data/export-file.ts';

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
