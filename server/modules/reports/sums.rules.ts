// Ledger entries add up to gross, refunds, disputes, fees and net.
import type { ReportMoney } from '#contract/endpoints/reports.ts';
import type { Days } from './period.queries.ts';

export type EntryKind =
  | 'charge'
  | 'refund'
  | 'refund_failed'
  | 'dispute'
  | 'dispute_won'
  | 'fee'
  | 'dispute_fee';
export type Sum = { kind: EntryKind; cents: number };

export function addUp(entries: readonly Sum[]): ReportMoney {
  const sum = (...kinds: EntryKind[]) =>
    entries.reduce((total, entry) => (kinds.includes(entry.kind) ? total + entry.cents : total), 0);
  const gross = sum('charge');
  const [refunds, disputes] = [sum('refund', 'refund_failed'), sum('dispute', 'dispute_won')];
  const fees = sum('fee', 'dispute_fee');
  // Subtracting from zero avoids -0.
  return {
    gross,
    refunds: 0 - refunds,
    disputes: 0 - disputes,
    fees: 0 - fees,
    net: gross + refunds + disputes + fees,
  };
}

/** Sorted by net, then gross, in descending order. */
export function groupByMoney<Row extends Sum, Key>(rows: Row[], keyOf: (row: Row) => Key): [Key, Row[]][] {
  const groups = [...Map.groupBy(rows, keyOf)];
  const worth = new Map(groups.map(([key, own]) => [key, addUp(own)]));
  const rank = (key: Key) => worth.get(key) as ReportMoney;
  return groups.sort(([a], [b]) => rank(b).net - rank(a).net || rank(b).gross - rank(a).gross);
}

const DAY_MS = 86_400_000;

/** Includes days without sales. */
export function sumByDay(rows: (Sum & { day: string })[], { start_date, end_date }: Omit<Days, 'time_zone'>) {
  const groups = Map.groupBy(rows, ({ day }) => day);
  const [first, last] = [Date.parse(start_date), Date.parse(end_date)];
  return Array.from({ length: (last - first) / DAY_MS + 1 }, (_, position) => {
    const day = new Date(first + position * DAY_MS).toISOString().slice(0, 10);
    return { day, ...addUp(groups.get(day) ?? []) };
  });
}
