import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/platform/database.ts';
import { type EntryKind, type LedgerRange, ledgerParts } from './ledger-parts.queries.ts';
import type { Period } from './period.queries.ts';

export type RowFilter = {
  kinds?: EntryKind[];
  isImage?: boolean;
  eventId?: number;
  brandName?: string;
  after?: { entryId: number; lineId: number };
};

export type MoneyRow = {
  entryId: number;
  lineId: number;
  createdAt: string;
  kind: EntryKind;
  amountCents: number;
  orderId: number;
  albumId: number;
  programName: string;
  teamName: string;
  imageId: number | null;
  eventId: number;
  eventName: string;
  brandName: string;
  userId: number;
  userName: string;
  facial: boolean;
  isPool: boolean;
  couponCode: string | null;
};

export async function listMoneyRows(
  db: Db,
  range: LedgerRange,
  filter: RowFilter,
  limit: number,
): Promise<MoneyRow[]> {
  const { rows } = await sql<MoneyRow>`
    with ${ledgerParts(range)}
    select entries.id as entry_id, line.id as line_id, entries.created_at, entries.kind, parts.amount_cents,
      entries.order_id, albums.id as album_id, albums.program_name, albums.team_name, line.image_id,
      events.id as event_id, events.name as event_name, events.brand_name, users.id as user_id,
      users.name as user_name, attempt.facial, orders.is_pool, coupons.code as coupon_code
    from parts join entries on entries.id = parts.entry_id
      join order_lines line on line.id = parts.line_id
      join albums on albums.id = line.album_id
      join events on events.id = albums.event_id
      join orders on orders.id = entries.order_id
      join payment_attempts attempt on attempt.id = entries.attempt_id
      join users on users.id = attempt.user_id
      left join coupons on coupons.id = orders.coupon_id
    where ${sql.join(conditionsOf(filter), sql` and `)}
    order by entries.id desc, line.id desc
    limit ${limit}`.execute(db);
  return rows;
}

function conditionsOf({ kinds, isImage, eventId, brandName, after }: RowFilter): RawBuilder<unknown>[] {
  return [
    sql`true`,
    ...(kinds ? [sql`entries.kind = any(${kinds})`] : []),
    ...(isImage === undefined ? [] : [sql`(line.image_id is not null) = ${isImage}`]),
    ...(eventId === undefined ? [] : [sql`events.id = ${eventId}`]),
    ...(brandName === undefined ? [] : [sql`events.brand_name = ${brandName}`]),
    ...(after ? [sql`(entries.id, line.id) < (${after.entryId}::int, ${after.lineId}::int)`] : []),
  ];
}

/** Lines of paid orders that are albums, free ones too. */
export function listAlbumPayments(db: Db, { from, until }: Period, limit: number) {
  return db
    .selectFrom('orderLines as line')
    .innerJoin('orders', 'orders.id', 'line.orderId')
    .innerJoin('albums', 'albums.id', 'line.albumId')
    .innerJoin('events', 'events.id', 'albums.eventId')
    .innerJoin('users', 'users.id', 'orders.userId')
    .leftJoin('coupons', 'coupons.id', 'orders.couponId')
    .select([
      'line.id',
      'line.orderId',
      'line.albumId',
      'line.totalCents',
      'line.refundedCents',
      'albums.programName',
      'albums.teamName',
      'events.id as eventId',
      'events.name as eventName',
      'users.id as userId',
      'users.name as userName',
      'orders.isPool',
      'coupons.code as couponCode',
    ])
    .select((eb) => [
      eb.ref('orders.paidAt').$notNull().as('paidAt'),
      eb
        .exists(
          eb
            .selectFrom('paymentAttempts as attempt')
            .select('attempt.id')
            .whereRef('attempt.orderId', '=', 'orders.id')
            .where('attempt.state', '=', 'succeeded')
            .where('attempt.facial', '=', true),
        )
        .$castTo<boolean>()
        .as('facial'),
    ])
    .where('line.imageId', 'is', null)
    .where('orders.paidAt', '>=', from)
    .where('orders.paidAt', '<', until)
    .orderBy('orders.paidAt', 'desc')
    .orderBy('line.id', 'desc')
    .limit(limit)
    .execute();
}
