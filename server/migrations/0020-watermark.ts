import { type Kysely, sql } from 'kysely';

/** Pictures that are there already carry the mark the site was delivered with; the default writes no row anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table images
      add column mark text default '42/100/encore preview' check (length(mark) between 1 and 60)`.execute(db);
  await sql`alter table images alter column mark drop default`.execute(db);
  await sql`comment on column images.mark is 'which watermark the thumb and preview carry'`.execute(db);
  await sql`create index images_by_mark on images (mark) where state = 'ready'`.execute(db);

  await sql`
    create table watermark_remakes (
      id integer generated always as identity primary key,
      mark text not null check (length(mark) between 1 and 60),
      after_image_id integer not null default 0,
      photos_left integer not null default 0 check (photos_left >= 0),
      started_by integer references users on delete set null,
      started_at timestamptz not null,
      touched_at timestamptz not null,
      finished_at timestamptz
    )`.execute(db);
  await sql`
    create unique index one_watermark_remake on watermark_remakes ((true)) where finished_at is null`.execute(
    db,
  );
}
