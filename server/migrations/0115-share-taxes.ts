import { type Kysely, sql } from 'kysely';

/** The sales tax in each photographer's share, because a statement leaves it out. Null means that there is none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table ledger_line_shares add column tax_cents integer`.execute(db);
  await protectShares(db);
  await splitTaxes(db);
  await keepWithoutTax(db);
}

async function protectShares(db: Kysely<unknown>): Promise<void> {
  await sql`drop trigger ledger_line_shares_stay on ledger_line_shares`.execute(db);
  await sql`
    create trigger ledger_line_shares_stay before delete or truncate
      or update of line_id, photographer, photos, amount_cents on ledger_line_shares
      for each statement execute function refuse_ledger_change()`.execute(db);
  await sql`
    create trigger ledger_line_taxes_stay before update of tax_cents on ledger_line_shares
      for each row when (old.tax_cents is not null) execute function refuse_ledger_change()`.execute(db);
}

/**
 * Splits the tax of lines whose shares were written without it: past ones, and those of processes of the release before
 * that still run. Rounding the running sum keeps the parts equal to the line's tax.
 */
async function splitTaxes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function split_share_taxes(first_line bigint, last_line bigint) returns void language sql as $$
      update ledger_line_shares share set tax_cents = part.until_here - part.before_it
      from (
        select line.id, one.photographer,
          round(line.tax_cents::numeric * sum(one.amount_cents) over shares / line.amount_cents) as until_here,
          round(line.tax_cents::numeric * (sum(one.amount_cents) over shares - one.amount_cents)
            / line.amount_cents) as before_it
        from ledger_lines line join ledger_line_shares one on one.line_id = line.id
        where line.id between first_line and last_line and line.tax_cents <> 0
        window shares as (partition by line.id order by one.photographer)) part
      where share.line_id = part.id and share.photographer is not distinct from part.photographer
        and share.tax_cents is null $$`.execute(db);
  await sql`
    create or replace function ledger_lines_add_up() returns trigger language plpgsql as $$
    begin
      if (select amount_cents from ledger_entries where id = new.entry_id)
        <> (select sum(amount_cents) from ledger_lines where entry_id = new.entry_id)
      then
        raise exception 'the lines of ledger entry % do not add up', new.entry_id using errcode = 'check_violation';
      end if;
      if (select coalesce(sum(amount_cents), 0) from ledger_line_shares where line_id = new.id) <> new.amount_cents then
        raise exception 'the shares of ledger line % do not add up', new.id using errcode = 'check_violation';
      end if;
      if new.tax_cents <> 0 then perform split_share_taxes(new.id, new.id); end if;
      if (select coalesce(sum(tax_cents), 0) from ledger_line_shares where line_id = new.id) <> new.tax_cents then
        raise exception 'the taxes of ledger line % do not add up', new.id using errcode = 'check_violation';
      end if;
      return null;
    end $$`.execute(db);
  await sql`select split_share_taxes(min(id), max(id)) from ledger_lines where tax_cents <> 0`.execute(db);
}

async function keepWithoutTax(db: Kysely<unknown>): Promise<void> {
  await sql`
    create or replace function keep_sale_figures(kept_mode text, month text) returns void language plpgsql as $$
    declare
      first_at constant timestamptz := span_begins(month);
      end_at constant timestamptz := span_ends(month);
    begin
      delete from kept_entries where mode = kept_mode and span = month;
      insert into kept_entries (mode, span, kind, cents)
        select mode, month, kind, sum(amount_cents) from ledger_entries
        where mode = kept_mode and created_at >= first_at and created_at < end_at group by 1, 3;
      delete from kept_hours where mode = kept_mode and span = month;
      insert into kept_hours (mode, span, hour, kind, cents)
        select mode, month, date_trunc('hour', occurred_at, 'UTC'), kind, sum(amount_cents) from ledger_lines
        where mode = kept_mode and occurred_at >= first_at and occurred_at < end_at group by 1, 3, 4;
      delete from kept_events where mode = kept_mode and span = month;
      insert into kept_events (mode, span, event_id, is_image, facial, kind, cents)
        select mode, month, event_id, is_image, facial, kind, sum(amount_cents) from ledger_lines
        where mode = kept_mode and occurred_at >= first_at and occurred_at < end_at group by 1, 3, 4, 5, 6;
      delete from kept_shares where mode = kept_mode and span = month;
      insert into kept_shares (mode, span, event_id, photographer, charged_cents, returned_cents, album_sales,
          image_sales)
        select line.mode, month, line.event_id, share.photographer,
          coalesce(sum(share.amount_cents - coalesce(share.tax_cents, 0)) filter (where line.kind = 'charge'), 0),
          coalesce(sum(share.amount_cents - coalesce(share.tax_cents, 0))
            filter (where line.kind not in ('charge', 'fee', 'dispute_fee')), 0),
          coalesce(sum(line.sales) filter (where not line.is_image), 0),
          coalesce(sum(line.sales) filter (where line.is_image), 0)
        from ledger_lines line join ledger_line_shares share on share.line_id = line.id
        where line.mode = kept_mode and line.occurred_at >= first_at and line.occurred_at < end_at group by 1, 3, 4;
    end $$`.execute(db);
  await sql`
    insert into kept_changes (figure, mode, month)
    select distinct 'sales', mode, day_of(occurred_at) from ledger_lines where tax_cents <> 0`.execute(db);
}
