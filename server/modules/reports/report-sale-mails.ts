import { sql } from 'kysely';
import { MAX_SALE_MAIL_ROWS, SALE_MAIL_DAYS, type SaleMailTotals } from '#contract/endpoints/reminders.ts';
import type { Tx } from '#server/context.ts';

/**
 * A line that a reader of a mail paid for within the days after it counts for the newest mail that named it: the same
 * photo, its whole album, or anything of an album that was named as a whole. Mails to accounts that were deleted since are
 * not counted.
 */
export async function reportSaleMails({
  db,
  payments,
}: Pick<Tx, 'db' | 'payments'>): Promise<SaleMailTotals[]> {
  const { rows } = await sql<SaleMailTotals>`
    with bought as (
      select distinct on (line.id) line.id as line_id, mail.id as mail_id
      from sale_mails mail
      join sale_mail_items item on item.mail_id = mail.id
      join order_lines line on line.album_id = item.album_id
        and (item.image_id is null or line.image_id is null or line.image_id = item.image_id)
      join orders paid on paid.id = line.order_id and paid.user_id = mail.user_id
      where mail.sent_at is not null and paid.paid_at >= mail.sent_at
        and paid.paid_at < mail.sent_at + make_interval(days => ${SALE_MAIL_DAYS})
      order by line.id, mail.sent_at desc, mail.id desc),
    earned as (
      select bought.mail_id, coalesce(sum(entry.amount_cents), 0)::bigint as cents
      from bought left join ledger_lines entry on entry.order_line_id = bought.line_id
        and entry.mode = ${payments.mode} and entry.kind not in ('fee', 'dispute_fee')
      group by bought.mail_id)
    select events.id as event, events.name as event_name, events.start_date, mail.kind,
      count(*)::integer as sent, count(mail.opened_at)::integer as opened, count(earned.mail_id)::integer as bought,
      coalesce(sum(earned.cents), 0)::bigint as revenue
    from sale_mails mail
    join events on events.id = mail.event_id
    left join earned on earned.mail_id = mail.id
    where mail.sent_at is not null
    group by events.id, mail.kind
    order by events.start_date desc, events.id desc, mail.kind
    limit ${MAX_SALE_MAIL_ROWS}`.execute(db.withoutPlugins());
  return rows;
}
