// Splits every ledger entry over the lines of its order, so that reports by event, brand or product add up to the
// ledger.
import { type RawBuilder, sql } from 'kysely';
import type { PaymentMode } from '#server/platform/payments/payment-types.ts';
import type { Period } from './period.queries.ts';

/** With an event, whole orders that have a line of it are included, so that the split does not change. */
export type LedgerRange = Period & { mode: PaymentMode; eventId?: number };

export type EntryKind = 'charge' | 'refund' | 'refund_failed' | 'dispute' | 'dispute_won';

/**
 * Returns the `with` clause that defines `parts` (entry_id, line_id, amount_cents). An order with one line needs no
 * split. The charges of a pool are laid end to end over its lines, so that each line receives exactly its total;
 * charges that were refunded in full, because the pool failed, are laid out separately. A refund names its lines, and a
 * dispute falls on the lines that its charge paid. `fewer` adds conditions that select entries without changing how
 * they are split.
 */
export function ledgerParts(
  { mode, from, until, eventId }: LedgerRange,
  fewer: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  const ofEvent =
    eventId === undefined
      ? sql``
      : sql`and order_id in (
    select order_id from order_lines join albums on albums.id = order_lines.album_id
    where albums.event_id = ${eventId})`;
  return sql`
    entries as (
      select id, kind, order_id, attempt_id, external_id, amount_cents, created_at from ledger_entries
      where mode = ${mode} and created_at >= ${from} and created_at < ${until} ${ofEvent} ${fewer}),
    sole_lines as (
      select order_id, min(id) as line_id from order_lines
      where order_id in (select order_id from entries) group by order_id having count(*) = 1),
    shared as (
      select entries.* from entries
      where not exists (select from sole_lines where sole_lines.order_id = entries.order_id)),
    touched as (
      select id as order_id, total_cents from orders where id in (select order_id from shared)),
    lines as (
      select line.id, line.order_id, touched.total_cents as order_cents,
        sum(line.total_cents) over before_it - line.total_cents as from_cent,
        sum(line.total_cents) over before_it as until_cent
      from order_lines line join touched using (order_id)
      window before_it as (partition by line.order_id order by line.id)),
    charges as (
      select charge.attempt_id, (sum(charge.amount_cents) over (
          partition by charge.order_id, given_back.whole order by charge.id
        ) - charge.amount_cents) % touched.total_cents as from_cent
      from ledger_entries charge join touched using (order_id), lateral (
        select exists (select from refunds where refunds.attempt_id = charge.attempt_id
          and not exists (select from refund_lines where refund_lines.refund_id = refunds.id)) as whole
      ) given_back
      where charge.kind = 'charge'),
    parts as (
      select entries.id as entry_id, sole_lines.line_id, entries.amount_cents
      from entries join sole_lines using (order_id)
      union all
      select entry.id, refund_lines.order_line_id, sign(entry.amount_cents)::int * refund_lines.amount_cents
      from shared entry join refunds on refunds.refund_id = entry.external_id
        join refund_lines on refund_lines.refund_id = refunds.id
      where entry.kind in ('refund', 'refund_failed') and refund_lines.amount_cents > 0
      union all
      select entry.id, lines.id, sign(entry.amount_cents)::int * sum(overlap.cents)::int
      from shared entry join charges using (attempt_id) join lines on lines.order_id = entry.order_id,
        lateral (
          select least(lines.until_cent + lap, charges.from_cent + abs(entry.amount_cents))
            - greatest(lines.from_cent + lap, charges.from_cent) as cents
          from unnest(array[0, lines.order_cents]) lap
        ) overlap
      where overlap.cents > 0 and not (entry.kind in ('refund', 'refund_failed') and exists (
        select from refunds join refund_lines on refund_lines.refund_id = refunds.id
        where refunds.refund_id = entry.external_id))
      group by entry.id, entry.amount_cents, lines.id)`;
}
