import { sql } from 'kysely';
import type { LiveKind } from '#contract/rules/notifications.ts';
import type { Db } from '#server/platform/database/database.ts';

export const LIVE_CHANNEL = 'encore_live';

export type NewLiveEvent = { to: number | 'staff'; kind: LiveKind; subject?: string | number | null };

/** Notifies open pages once the transaction is committed. */
export async function publishLive(db: Db, ...events: NewLiveEvent[]): Promise<void> {
  if (events.length === 0) return;
  const rows = events.map(({ to, kind, subject = null }) => ({
    user_id: to === 'staff' ? null : to,
    kind,
    subject: subject === null ? null : String(subject),
  }));
  await sql`
    with published as (
      insert into live_events (user_id, kind, subject)
      select user_id, kind, subject
      from json_to_recordset(${JSON.stringify(rows)}::json) as events (user_id integer, kind text, subject text)
      returning id, user_id, kind, subject
    )
    select pg_notify(${LIVE_CHANNEL}, json_build_array(id, user_id, kind, subject)::text) from published`.execute(
    db,
  );
}
