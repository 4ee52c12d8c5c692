import { keepPreviousData } from '@tanstack/react-query';
import { reminderEndpoints } from '#contract/endpoints/reminders.ts';
import {
  type ReportMoney,
  reportEndpoints,
  type SalesCharts,
  type SalesReport,
} from '#contract/endpoints/reports.ts';
import { csvLine } from '#contract/lists/csv.ts';
import { dollars } from '#contract/rules/money.ts';
import { apiQuery } from '#web/lib/api.ts';

type ReportDays = { start_date: string; end_date: string; time_zone: string };

export const chartsQuery = (days: ReportDays) =>
  apiQuery(['reports', 'charts', days], reportEndpoints.salesCharts, {
    query: days,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });

export const salesQuery = (days: ReportDays) =>
  apiQuery(['reports', 'sales', days], reportEndpoints.salesReport, {
    query: days,
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: true,
  });

export const saleMailsQuery = apiQuery(['reports', 'sale-mails'], reminderEndpoints.saleMailReport);

const MONEY = ['gross', 'refunds', 'disputes', 'fees', 'net'] as const;
const moneyCells = (money: ReportMoney) => MONEY.map((kind) => dollars(money[kind]));

export function salesCsv(report: SalesReport, charts?: SalesCharts): string {
  const { totals, previous, pools, facial, conversion } = report;
  const money = [
    ['total', [{ name: '', ...totals }]],
    ['previous', [{ name: `${previous.start_date} to ${previous.end_date}`, ...previous }]],
    ['day', report.by_day.map((day) => ({ name: day.day, ...day }))],
    ['event', report.by_event],
    ['brand', report.by_brand.map((brand) => ({ name: brand.brand, ...brand }))],
    ['product', report.by_product.map((product) => ({ name: product.product, ...product }))],
  ] as const;
  const counts = [
    ['orders', '', totals.orders],
    ['customers', '', totals.customers],
    ...(['opened', 'joined', 'filled', 'released', 'open'] as const).map((name) => [
      'pools',
      name,
      pools[name],
    ]),
    ...(charts ? [['conversion', 'found', charts.found] as const] : []),
    ['conversion', 'viewed', conversion.viewed],
    ['conversion', 'bought', conversion.bought],
  ] as const;
  const lines = [
    ['of', 'name', ...MONEY, 'count', 'discount'],
    ...money.flatMap(([of, parts]) => parts.map((part) => [of, part.name, ...moneyCells(part), '', ''])),
    ...report.coupons.map(({ code, orders, discount, sales }) => [
      'coupon',
      code,
      dollars(sales),
      ...['', '', '', ''],
      orders,
      dollars(discount),
    ]),
    ['found by face', '', dollars(facial.gross), '', '', '', '', facial.orders, ''],
    ...(charts?.by_hour ?? []).map((net, hour) => ['hour', hour, '', '', '', '', dollars(net), '', '']),
    ...(charts?.by_team ?? []).map((team) => [
      'team',
      `${team.program_name} ${team.team_name}`,
      ...['', '', '', ''],
      dollars(team.net),
      team.albums,
      '',
    ]),
    ['account fees', '', '', '', '', dollars(report.account_fees), '', '', ''],
    ...counts.map(([of = '', name = '', count = 0]) => [of, name, '', '', '', '', '', count, '']),
  ];
  return lines.map(csvLine).join('');
}
