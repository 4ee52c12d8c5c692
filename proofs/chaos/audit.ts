import { sql } from 'kysely';
import Stripe from 'stripe';
import type { Context } from '#server/context.ts';
import { waitUntil } from '../site.ts';
import { type Action, type DriveRecord, KINDS, type Kind } from './drive/drive.ts';

export type Verdict = { kind: Kind; acknowledged: number; unknown: number; lost: string[]; double: string[] };

type Counts = Map<string, number>;

/** Compares what was acknowledged with what the database, the storage and the card provider hold. */
export async function auditDrive(
  context: Context,
  record: DriveRecord,
  providerPort: number,
): Promise<Verdict[]> {
  await waitUntil('every received photo was developed', 300, () => isIdle(context));
  const happened: { [kind in Kind]: Counts } = {
    registration: await countBy(context, sql`select email as id, count(*) from users group by 1`),
    purchase: await countPurchases(context, providerPort),
    upload: await countBy(
      context,
      sql`select file_name as id, count(*) from images where state = 'ready' group by 1`,
    ),
    view: await countBy(
      context,
      sql`select user_id || '/' || album_id as id, sum(views_used) as count from user_found_albums group by 1`,
    ),
    message: await countBy(
      context,
      sql`select substr(text, 9) as id, count(*) from support_messages where text like 'Message %' group by 1`,
    ),
  };
  return KINDS.map((kind) =>
    judge(
      kind,
      record.actions.filter((action) => action.kind === kind),
      happened[kind],
    ),
  );
}

/** A view may count once per try, because each try may have shown the album; everything else counts once. */
function judge(kind: Kind, actions: Action[], counts: Counts): Verdict {
  const most = ({ tries }: Action) => (kind === 'view' ? tries : 1);
  const countOf = ({ id }: Action) => counts.get(id) ?? 0;
  return {
    kind,
    acknowledged: actions.filter(({ isAcknowledged }) => isAcknowledged).length,
    unknown: actions.filter(({ isAcknowledged }) => !isAcknowledged).length,
    lost: actions.filter((action) => action.isAcknowledged && countOf(action) === 0).map(({ id }) => id),
    double: actions.filter((action) => countOf(action) > most(action)).map(({ id }) => id),
  };
}

async function countBy(context: Context, query: ReturnType<typeof sql>): Promise<Counts> {
  const { rows } = await query.execute(context.db);
  return new Map((rows as { id: string; count: string }[]).map(({ id, count }) => [id, Number(count)]));
}

/** A purchase must be owned once and charged once, so the larger of the two numbers is its count, and 0 if one is missing. */
async function countPurchases(context: Context, providerPort: number): Promise<Counts> {
  const owned = await countBy(
    context,
    sql`select o.user_id || '/' || i.album_id as id, count(*) from orders o
      join order_lines i on i.order_id = o.id where o.state = 'paid' group by 1`,
  );
  const charged = await countCharges(context, providerPort);
  const ids = new Set([...owned.keys(), ...charged.keys()]);
  return new Map(
    [...ids].map((id) => {
      const [orders, charges] = [owned.get(id) ?? 0, charged.get(id) ?? 0];
      return [id, orders === 0 || charges === 0 ? 0 : Math.max(orders, charges)];
    }),
  );
}

async function countCharges(context: Context, port: number): Promise<Counts> {
  const stripe = new Stripe('sk_test_chaos', { host: '127.0.0.1', port, protocol: 'http', telemetry: false });
  const { rows } = await sql<{ key: string; id: string }>`
    select a.key, o.user_id || '/' || l.album_id as id from payment_attempts a
    join orders o on o.id = a.order_id join order_lines l on l.order_id = o.id`.execute(context.db);
  const purchaseOf = new Map(rows.map(({ key, id }) => [key, id]));
  const counts: Counts = new Map();
  for await (const intent of stripe.paymentIntents.list({ limit: 100 })) {
    if (intent.status !== 'succeeded') continue;
    const id = purchaseOf.get(intent.metadata.attempt ?? '') ?? `unknown ${intent.id}`;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

async function isIdle({ db }: Context): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pgboss.job where name like 'ingest.%' and state in ('created', 'retry', 'active')
      and start_after < now() + interval '1 minute' limit 1`.execute(db);
  return rows.length === 0;
}
