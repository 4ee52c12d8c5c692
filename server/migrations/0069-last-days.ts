import { type Kysely, sql } from 'kysely';

/**
 * The last day of an event. The release before this one knows only the first day, so the column may be empty or earlier
 * than the first day, and readers take the later of both. A running order that reaches further moves the last day.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table events add column last_date date`.execute(db);
  await sql`
    update events set last_date = planned.last_date
    from (
      select events.id, max((albums.planned_at at time zone events.time_zone)::date) as last_date
      from albums join events on events.id = albums.event_id where albums.planned_at is not null group by 1) planned
    where planned.id = events.id`.execute(db);
  await sql`
    create function stretch_event() returns trigger language plpgsql as $$
    begin
      update events set last_date = (new.planned_at at time zone time_zone)::date
      where id = new.event_id
        and greatest(start_date, last_date) < (new.planned_at at time zone time_zone)::date;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger albums_stretch_event after insert or update of planned_at on albums
      for each row when (new.planned_at is not null) execute function stretch_event()`.execute(db);
}
