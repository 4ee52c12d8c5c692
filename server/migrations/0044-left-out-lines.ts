import { type Kysely, sql } from 'kysely';

/**
 * `view_checked`: the view rule was met when the line was written, so it is not asked again when the order is paid.
 * `left_out_lines`: what could no longer be sold when its order was paid.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table order_lines add column view_checked boolean not null default false`.execute(db);
  await sql`
    create table left_out_lines (
      id integer generated always as identity primary key,
      order_id integer not null references orders,
      album_id integer not null references albums,
      image_id integer references images,
      reason text not null check (reason in ('not_for_sale', 'owned', 'in_pool', 'not_viewed')),
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index left_out_lines_of_order on left_out_lines (order_id)`.execute(db);
}
