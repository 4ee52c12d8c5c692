import { sql } from 'kysely';
import { accountsOfMailbox } from '#server/modules/accounts/mailboxes.ts';
import { selectMatchingAlbums, type TeamSearch } from '#server/modules/catalogue/albums.ts';
import { advisoryLock } from '#server/platform/database/advisory-lock.ts';
import { anyOf, type Db } from '#server/platform/database/database.ts';

/** A saved team is named exactly if it has a team, and its program, team and division are those of the album. */
export const isNamedTeam = sql<boolean>`saved.team_name <> '' and saved.program_name = album.program_name::citext
  and saved.team_name = album.team_name::citext and saved.division_name = album.division_name::citext`;

const COLUMNS = ['id', 'programName', 'teamName', 'divisionName'] as const;

/** A subquery; inside JSON its columns are named as they cross the wire. */
export function selectSubscriptions(db: Db, userId: number) {
  return db.selectFrom('teamSubscriptions').select(COLUMNS).where('userId', '=', userId).orderBy('id');
}

export function listSubscriptions(db: Db, userId: number) {
  return selectSubscriptions(db, userId).execute();
}

/** Returns undefined if the team is not theirs; nobody removes it before the transaction ends. */
export function keepSubscription(db: Db, userId: number, subscriptionId: number) {
  return selectSubscriptions(db, userId).where('id', '=', subscriptionId).forKeyShare().executeTakeFirst();
}

export function findSubscription(db: Db, userId: number, search: TeamSearch) {
  return db
    .selectFrom('teamSubscriptions')
    .select(COLUMNS)
    .where('userId', '=', userId)
    .where('programName', '=', sql<string>`${search.programName}::citext`)
    .where('teamName', '=', sql<string>`${search.teamName}::citext`)
    .where('divisionName', '=', sql<string>`${search.divisionName}::citext`)
    .executeTakeFirst();
}

export type TeamPlace = Awaited<ReturnType<typeof listPlaces>>[number];

/** The teams that all accounts of a mailbox saved, and those named exactly that they removed since then. */
export async function listPlaces(db: Db, mailboxKey: string, removedSince: Date) {
  const columns = ['programName', 'teamName', 'divisionName'] as const;
  return db
    .with('places', (cte) =>
      cte
        .selectFrom('teamSubscriptions')
        .select([...columns, sql<string | null>`null::timestamptz`.as('removedAt')])
        .where('userId', 'in', accountsOfMailbox(db, mailboxKey))
        .unionAll(
          cte
            .selectFrom('removedTeams')
            .select([...columns, 'removedAt'])
            .where('userId', 'in', accountsOfMailbox(db, mailboxKey))
            .where('removedAt', '>', removedSince.toISOString()),
        ),
    )
    .selectFrom('places')
    .select([
      ...columns,
      // Null while one of the accounts follows the team.
      sql<string | null>`case when bool_and(removed_at is not null) then max(removed_at) end`.as('removedAt'),
    ])
    .groupBy(columns)
    .execute();
}

export function insertSubscription(db: Db, userId: number, search: TeamSearch) {
  return db
    .insertInto('teamSubscriptions')
    .values({
      userId,
      programName: search.programName,
      teamName: search.teamName,
      divisionName: search.divisionName,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** A team with a name keeps its place, because faces may have been searched for it. */
export async function deleteSubscription(
  db: Db,
  { userId, subscriptionId, now }: { userId: number; subscriptionId: number; now: Date },
): Promise<boolean> {
  const deleted = await db
    .deleteFrom('teamSubscriptions')
    .where('id', '=', subscriptionId)
    .where('userId', '=', userId)
    .returning(['programName', 'teamName', 'divisionName'])
    .executeTakeFirst();
  if (deleted && deleted.teamName !== '') {
    await db
      .insertInto('removedTeams')
      .values({ userId, ...deleted, removedAt: now })
      .onConflict((conflict) =>
        conflict
          .columns(['userId', 'programName', 'teamName', 'divisionName'])
          .doUpdateSet({ removedAt: now }),
      )
      .execute();
  }
  return deleted !== undefined;
}

export async function deletePlaces(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('removedTeams').where('removedAt', '<', before.toISOString()).execute();
}

export async function holdMatchingAlbums(db: Db, userId: number, search: TeamSearch): Promise<void> {
  await db
    .insertInto('userFoundAlbums')
    .columns(['userId', 'albumId', 'foundBy'])
    .expression(
      selectMatchingAlbums(db, search)
        .select([
          sql<number>`${userId}::integer`.as('userId'),
          'albums.id',
          sql<string>`'search'`.as('foundBy'),
        ])
        .orderBy('albums.publishedAt')
        .orderBy('albums.id'),
    )
    .onConflict((conflict) => conflict.columns(['userId', 'albumId']).doNothing())
    .execute();
}

function followersOf(db: Db, album: TeamSearch) {
  return db
    .selectFrom('teamSubscriptions')
    .where('programName', '=', sql<string>`${album.programName}::citext`)
    .where((eb) =>
      eb.or([eb('teamName', '=', ''), eb('teamName', '=', sql<string>`${album.teamName}::citext`)]),
    )
    .where((eb) =>
      eb.or([
        eb('divisionName', '=', ''),
        eb('divisionName', '=', sql<string>`${album.divisionName}::citext`),
      ]),
    );
}

/** Returns the saved team by which each of these users follows the album: the one that names it most exactly. */
export async function listTeamsFollowed(
  db: Db,
  album: TeamSearch,
  userIds: number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await followersOf(db, album)
    .select(['userId', 'id'])
    .where('userId', '=', anyOf(userIds))
    .orderBy(sql`team_name <> ''`)
    .orderBy(sql`division_name <> ''`)
    .orderBy('id')
    .execute();
  return new Map(rows.map(({ userId, id }) => [userId, id]));
}

/** Returns the followers who found the album when it was published before, and have not viewed it. */
export async function listEarlierFollowers(
  db: Db,
  album: TeamSearch & { id: number; publishedAt: string | null },
): Promise<number[]> {
  const rows = await followersOf(db, album)
    .innerJoin('userFoundAlbums as found', 'found.userId', 'teamSubscriptions.userId')
    .select('found.userId')
    .distinct()
    .where('found.albumId', '=', album.id)
    .where('found.foundBy', '=', 'search')
    .where('found.viewsUsed', '=', 0)
    .where('found.createdAt', '<', album.publishedAt)
    .execute();
  return rows.map(({ userId }) => userId);
}

/** Returns the followers who did not have the album yet. */
export async function holdAlbumForFollowers(db: Db, album: TeamSearch & { id: number }): Promise<number[]> {
  const held = await db
    .insertInto('userFoundAlbums')
    .columns(['userId', 'albumId', 'foundBy'])
    .expression(
      followersOf(db, album)
        .select([
          'userId',
          sql<number>`${album.id}::integer`.as('albumId'),
          sql<string>`'search'`.as('foundBy'),
        ])
        .distinct(),
    )
    .onConflict((conflict) => conflict.columns(['userId', 'albumId']).doNothing())
    .returning('userId')
    .execute();
  return held.map((row) => row.userId);
}

export async function lockProgram(db: Db, programName: string): Promise<void> {
  await advisoryLock(db, `program:${programName.toLowerCase()}`);
}
