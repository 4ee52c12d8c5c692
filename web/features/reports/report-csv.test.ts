import { expect, test } from 'vitest';
import type { SalesReport } from '#contract/endpoints/reports.ts';
import { salesCsv } from './reports.query.ts';

const MONEY = { gross: 5_000, refunds: 1_050, disputes: 0, fees: 175, net: 3_775 };
const REPORT: SalesReport = {
  through: 9,
  account_fees: 200,
  totals: { ...MONEY, orders: 3, customers: 2 },
  previous: {
    ...MONEY,
    orders: 1,
    customers: 1,
    start_date: '2026-10-01',
    end_date: '2026-10-07',
    is_partial: false,
  },
  by_day: [{ day: '2026-10-08', ...MONEY }],
  by_event: [{ event: 4, name: 'Winter, Classic', brand: 'North Cup', ...MONEY }],
  by_brand: [{ brand: 'North Cup', ...MONEY }],
  by_product: [{ product: 'album', ...MONEY }],
  coupons: [{ coupon: 1, code: 'EARLY-20', orders: 2, discount: 400, sales: 1_600 }],
  facial: { gross: 1_000, orders: 1 },
  pools: { opened: 4, joined: 3, filled: 2, released: 1, open: 1 },
  conversion: { viewed: 9, bought: 2 },
};

test('the file holds all totals of the page: money, coupons, pools, faces and visitors', () => {
  const charts = {
    by_hour: Array.from({ length: 24 }, (_, hour) => hour * 100),
    before_by_day: [100],
    by_team: [{ program_name: 'Summit', team_name: 'Onyx', albums: 2, net: 1_250 }],
    found: 20,
  };
  const lines = salesCsv(REPORT, charts).trim().split('\r\n');
  expect(new Set(lines.map((line) => line.replace(/"[^"]*"/g, '').split(',').length))).toEqual(new Set([9]));
  expect(lines).toEqual(
    expect.arrayContaining([
      'of,name,gross,refunds,disputes,fees,net,count,discount',
      'total,,50.00,10.50,0.00,1.75,37.75,,',
      'event,"Winter, Classic",50.00,10.50,0.00,1.75,37.75,,',
      'coupon,EARLY-20,16.00,,,,,2,4.00',
      'pools,filled,,,,,,2,',
      'found by face,,10.00,,,,,1,',
      'account fees,,,,,2.00,,,',
      'hour,23,,,,,23.00,,',
      'team,Summit Onyx,,,,,12.50,2,',
      'conversion,found,,,,,,20,',
      'conversion,viewed,,,,,,9,',
    ]),
  );
});
