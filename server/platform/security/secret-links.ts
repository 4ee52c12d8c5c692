// Every secret link of the site works the same: its address carries 32 random bytes, the database keeps their SHA-256, and
// wrong, ended and expired links are one answer. A lookup by hash takes the same time however much of a guess is right.

import type { Insertable, Selectable } from 'kysely';
import type { DB } from '#server/platform/database/database.gen.ts';
import type { Db } from '#server/platform/database/database.ts';
import { AppError } from '#server/platform/http/errors.ts';
import { minutesFrom } from '#server/platform/time/clock.ts';
import { hashSecret, newLinkToken } from './secrets.ts';

const OPENING_RECORD_MINUTES = 1;
const MAX_LISTED = 200;

type LinkTable = {
  [Table in keyof DB]: DB[Table] extends { tokenHash: Buffer; label: string; lastOpenedAt: unknown }
    ? Table
    : never;
}[keyof DB];

type LinkShape<Table extends LinkTable> = {
  /** The column of a link's owner. */
  of: keyof DB[Table] & string;
  /** The column of its last day or last moment. */
  ends: keyof DB[Table] & ('endsOn' | 'endsAt');
};

type Ending = { endedAt: string | null; endsOn?: string; endsAt?: string };
type Opening = { id: number; lastOpenedAt: string | null };

export type SecretLinkStatus = 'works' | 'ended' | 'expired';

/** The queries of one table of links. A `moment` is a day or a time, like the column `ends`. */
export function secretLinks<Table extends LinkTable>(table: Table, { of, ends }: LinkShape<Table>) {
  type Row = Selectable<DB[Table]>;
  // The query builder cannot follow a table that is a type parameter; every such table has these columns.
  const name = table as 'photoLinks';
  const [ownerColumn, endColumn] = [of as 'userId', ends as 'endsAt'];

  return {
    statusOf(row: Ending, moment: string): SecretLinkStatus {
      if (row.endedAt !== null) return 'ended';
      return isBefore(row[endColumn] ?? '', moment) ? 'expired' : 'works';
    },

    find: (db: Db, linkId: number) =>
      db.selectFrom(name).selectAll().where('id', '=', linkId).executeTakeFirst() as Promise<Row | undefined>,

    findByToken: (db: Db, token: string) =>
      db
        .selectFrom(name)
        .selectAll()
        .where('tokenHash', '=', hashSecret(token))
        .executeTakeFirst() as Promise<Row | undefined>,

    /** Newest first. */
    list: (db: Db, ownerId: number) =>
      db
        .selectFrom(name)
        .selectAll()
        .where(ownerColumn, '=', ownerId)
        .orderBy('id', 'desc')
        .limit(MAX_LISTED)
        .execute() as unknown as Promise<Row[]>,

    /** The caller holds a lock, so that links made at once cannot pass the limit together. */
    async refuseWhenFull(db: Db, ownerId: number, moment: string, refusal: { max: number; message: string }) {
      const { links } = await db
        .selectFrom(name)
        .select((eb) => eb.fn.countAll<number>().as('links'))
        .where(ownerColumn, '=', ownerId)
        .where('endedAt', 'is', null)
        .where(endColumn, '>=', moment)
        .executeTakeFirstOrThrow();
      if (links >= refusal.max) throw new AppError('too_many', { message: refusal.message });
    },

    /** Returns the secret, of which only the hash is stored. */
    async make(
      db: Db,
      link: Omit<Insertable<DB[Table]>, 'tokenHash'>,
    ): Promise<{ link: Row; token: string }> {
      const token = newLinkToken();
      const values = { ...link, tokenHash: hashSecret(token) } as unknown as Insertable<DB['photoLinks']>;
      const row = await db.insertInto(name).values(values).returningAll().executeTakeFirstOrThrow();
      return { link: row as unknown as Row, token };
    },

    /** Returns undefined if the link has already ended. */
    end: (db: Db, linkId: number, now: Date) =>
      db
        .updateTable(name)
        .set({ endedAt: now })
        .where('id', '=', linkId)
        .where('endedAt', 'is', null)
        .returningAll()
        .executeTakeFirst() as Promise<Row | undefined>,

    async markOpened(db: Db, { id, lastOpenedAt }: Opening, now: Date): Promise<void> {
      if (lastOpenedAt && new Date(lastOpenedAt) > minutesFrom(now, -OPENING_RECORD_MINUTES)) return;
      await db.updateTable(name).set({ lastOpenedAt: now }).where('id', '=', id).execute();
    },
  };
}

/** Written so that an end that cannot be read closes the link. */
function isBefore(end: string, moment: string): boolean {
  return !(Date.parse(end) >= Date.parse(moment));
}
