import type { SalesCharts } from '#contract/endpoints/reports.ts';
import type { Tx } from '#server/context.ts';
import { countFound, hasWholeHours, listBestTeams, sumHours } from './charts.queries.ts';
import { toWireCharts } from './charts.wire.ts';
import { atOneMoment, findKept } from './kept/spans.queries.ts';
import { keepNothing } from './kept/spans.rules.ts';
import { type Days, findComparedPeriods } from './period.queries.ts';
import { sumDays } from './sales.queries.ts';
import { seenIn } from './seen.queries.ts';

const MOST_TEAMS = 20;

/** What the charts show beside the sales report. It is a call of its own, so that the figures need not wait for it. */
export async function chartSales(
  { db, payments, clock }: Pick<Tx, 'db' | 'payments' | 'clock'>,
  days: Days,
): Promise<SalesCharts> {
  const { mode } = payments;
  const { current, previous } = await findComparedPeriods(db, days, clock.now());
  const [range, before] = [
    { ...current, mode },
    { ...previous, mode },
  ];
  const isWhole = await hasWholeHours(db, current, days.timeZone);
  const daysBefore = { ...days, startDate: previous.startDate, endDate: previous.endDate };
  const [money, people] = await Promise.all([
    atOneMoment(db, async (tx) => {
      const kept = await findKept(tx, 'sales', range);
      return {
        hours: await sumHours(tx, range, isWhole ? kept : keepNothing(current), days.timeZone),
        before: await sumDays(tx, before, await findKept(tx, 'sales', before), daysBefore),
        teams: await listBestTeams(tx, range, kept, MOST_TEAMS),
      };
    }),
    atOneMoment(db, async (tx) => {
      const kept = { buyers: await findKept(tx, 'buyers', range), views: await findKept(tx, 'views', range) };
      return { found: await countFound(tx, range, kept, seenIn(kept.views.edges)) };
    }),
  ]);
  return toWireCharts({ ...money, ...people, daysBefore });
}
