import { type Kysely, sql } from 'kysely';

/** A cart item is an album or a photo. The album of a photo is read from the photo, because photos can be moved. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table cart_items
      alter column album_id drop not null,
      add column image_id integer references images,
      add check ((album_id is null) <> (image_id is null)),
      add unique (cart_id, image_id)`.execute(db);
  await sql`
    create unique index order_lines_one_image on order_lines (order_id, image_id) where image_id is not null`.execute(
    db,
  );
}
