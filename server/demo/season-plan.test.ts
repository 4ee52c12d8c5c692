import { describe, expect, test } from 'vitest';
import { planSeason } from './season-plan.ts';

const TODAY = new Date('2026-11-16T12:00:00Z');
const DAY_MS = 86_400_000;
const plan = planSeason({ today: TODAY, customers: 400 });
const { steps } = plan;
const countOf = (kind: string) => steps.filter((step) => step.kind === kind).length;

describe('the plan of the demo season', () => {
  test('is the same each time it is made', () => {
    expect(planSeason({ today: TODAY, customers: 400 })).toEqual(plan);
  });

  test('has 400 customers with names and addresses of their own', () => {
    expect(countOf('join')).toBe(400);
    expect(new Set(plan.customers.map(({ email }) => email)).size).toBe(400);
    for (const { email } of plan.customers) expect(email).toMatch(/^[a-z]+\.[a-z]+@families\.test$/);
  });

  test('sells something in each of the last six months, and everything lies in the past', () => {
    const sales = steps.filter((step) => step.kind.startsWith('buy'));
    expect(sales.length).toBeGreaterThan(500);
    for (let month = 1; month <= 6; month += 1) {
      const [from, until] = [month * 30, (month - 1) * 30].map((days) => TODAY.getTime() - days * DAY_MS);
      const ofMonth = sales.filter(({ at }) => at.getTime() >= Number(from) && at.getTime() < Number(until));
      expect(ofMonth.length, `month ${month}`).toBeGreaterThan(20);
    }
    for (const { at } of steps) expect(at.getTime()).toBeLessThan(TODAY.getTime());
  });

  test('is in the order of time, and nobody acts before joining', () => {
    const times = steps.map(({ at }) => at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    const joined = new Set<string>();
    for (const step of steps) {
      if (step.kind === 'join') joined.add(plan.customers[step.customer]?.email ?? '');
      if (!('email' in step) || !step.email.endsWith('@families.test')) continue;
      expect(joined.has(step.email), `${step.kind} of ${step.email}`).toBe(true);
    }
  });

  test('leaves pools open only if their six days are not over', () => {
    const pools = steps.flatMap((step) => (step.kind === 'pool' ? [step] : []));
    expect(new Set(pools.map(({ end }) => end))).toEqual(new Set(['filled', 'open', 'expired']));
    for (const { at, end } of pools) {
      if (end === 'open') expect(TODAY.getTime() - at.getTime()).toBeLessThan(6 * DAY_MS);
    }
    expect(pools).toContainEqual(expect.objectContaining({ email: 'parent@encore.test', end: 'open' }));
  });

  test('fits every day of a year', () => {
    for (let day = 0; day < 366; day += 31) {
      const today = new Date(TODAY.getTime() + day * DAY_MS);
      const kinds = new Set(planSeason({ today, customers: 400 }).steps.map(({ kind }) => kind));
      expect(kinds.size).toBe(17);
    }
  });
});
