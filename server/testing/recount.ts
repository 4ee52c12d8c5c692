import { sql } from 'kysely';
import { sumCents } from '#contract/rules/money.ts';
import type { Context } from '#server/context.ts';
import { chartSales, reportSales } from '#server/modules/reports/sales-report.ts';
import { reportPhotographers } from '#server/modules/reports/statements.ts';
import type { Db } from '#server/platform/database/database.ts';

type Days = Parameters<typeof reportSales>[1];

async function readBooks(context: Context, days: Days) {
  const from = new Date(`${days.start_date}T00:00:00Z`).toISOString();
  const until = new Date(`${days.end_date}T00:00:00Z`).toISOString();
  return {
    sales: await reportSales(context, days),
    charts: await chartSales(context, days),
    statements: await reportPhotographers(context, { from, until }),
  };
}

type Books = Awaited<ReturnType<typeof readBooks>>;

const ROLL_BACK = new Error('nothing is kept');

/** Reads the reports with the rollup, and then without it, all at one moment. Leaves nothing behind. */
export async function recountBooks(context: Context, ranges: Days[]) {
  const found: { read: Books[]; recounted: Books[]; plain?: Counted; ledgerCents?: number } = {
    read: [],
    recounted: [],
  };
  const reading = context.db.transaction().setIsolationLevel('repeatable read');
  const counted = reading.execute(async (db) => {
    const tx = { ...context, db: db as never };
    for (const days of ranges) found.read.push(await readBooks(tx, days));
    await db.deleteFrom('salesDailyFill').execute();
    for (const days of ranges) found.recounted.push(await readBooks(tx, days));
    found.plain = await countPlainly({ db });
    const entries = await db.selectFrom('ledgerEntries').select('amountCents').execute();
    found.ledgerCents = sumCents(entries.map(({ amountCents }) => amountCents));
    throw ROLL_BACK;
  });
  await counted.catch((error: unknown) => {
    if (error !== ROLL_BACK) throw error;
  });
  return found;
}

type Counted = {
  customers: number;
  viewers: number;
  orders: number;
  sold: number;
  views: number;
  shares: number;
};

/** Counts the same once more in the plainest way, over all time. */
async function countPlainly({ db }: { db: Db }): Promise<Counted> {
  const { rows } = await sql<Counted>`
    with buyer as (
      select distinct attempt.user_id from orders join payment_attempts attempt on attempt.order_id = orders.id
      where orders.paid_at is not null and attempt.state = 'succeeded'),
    viewer as (
      select user_id from user_album_views where not was_owned union select user_id from buyer),
    sold_line as (
      select order_line_id from ledger_lines group by 1 having sum(sales) > 0),
    sold as (
      select line.album_id, line.is_image, line.image_id, coalesce(share.photographer, '') as name, share.photos
      from ledger_lines line join sold_line using (order_line_id)
        join ledger_line_shares share on share.line_id = line.id where line.sales > 0),
    whole as (
      select album_id, name, max(photos) as photos from sold where not is_image group by 1, 2),
    single as (
      select distinct album_id, name, image_id from sold
      where is_image and (album_id, name) not in (select album_id, name from whole))
    select (select count(*) from buyer)::int as customers, (select count(*) from viewer)::int as viewers,
      (select count(*) from orders where paid_at is not null and exists (select from payment_attempts attempt
        where attempt.order_id = orders.id and attempt.state = 'succeeded'))::int as orders,
      ((select coalesce(sum(photos), 0) from whole) + (select count(*) from single))::int as sold,
      (select count(*) from user_album_views view
        join (select distinct album_id, coalesce(btrim(photographer), '') from images
          where state = 'ready' and hidden_at is null) shot on shot.album_id = view.album_id)::int as views,
      (select coalesce(sum(share.amount_cents - coalesce(share.tax_cents, 0)), 0) from ledger_line_shares share
        join ledger_lines line on line.id = share.line_id where line.kind not like '%fee')::int as shares`.execute(
    db,
  );
  return rows[0] as Counted;
}
