import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestApp } from '#server/testing/test-app.ts';
import { keepNext } from './keep-figures.queries.ts';
import { findKept } from './spans.queries.ts';

const testApp = startTestApp();

async function change(...months: string[]): Promise<void> {
  const values = months.map((month) => ({ figure: 'sales', mode: 'live', month }));
  await testApp.context.db.insertInto('keptChanges').values(values).execute();
}

async function keepAt(moment: string): Promise<void> {
  while (await keepNext(testApp.context.db, new Date(moment)));
}

async function find(from: string, until: string) {
  const range = { from: `${from}T00:00:00Z`, until: `${until}T00:00:00Z`, mode: 'live' as const };
  const { months, days } = await findKept(testApp.context.db, 'sales', range);
  return { months, days };
}

test('days are kept once they are over, and the month once it is over, even if its last days had no change', async () => {
  await change('2030-05-03', '2030-05-05');
  await keepAt('2030-05-05T23:59:59Z');
  expect(await find('2030-05-01', '2030-06-01')).toEqual({ months: [], days: ['2030-05-03'] });
  await keepAt('2030-05-06T00:00:00Z');
  expect(await find('2030-05-01', '2030-06-01')).toEqual({ months: [], days: ['2030-05-03', '2030-05-05'] });
  await keepAt('2030-06-01T00:00:00Z');
  expect(await find('2030-05-01', '2030-06-01')).toEqual({ months: ['2030-05'], days: [] });
  expect(await find('2030-05-30', '2030-06-01')).toEqual({ months: [], days: ['2030-05-30', '2030-05-31'] });
});

test('a day that changed is counted from its rows until it is kept again, and the days beside it stay kept', async () => {
  await change('2030-07-01', '2030-07-02', '2030-07-03');
  await keepAt('2030-07-04T12:00:00Z');
  await change('2030-07-02', '2030-07-04');
  const july = () => find('2030-07-01', '2030-07-05');
  expect(await july()).toEqual({ months: [], days: ['2030-07-01', '2030-07-03'] });
  await keepAt('2030-07-04T12:01:00Z');
  expect(await july()).toEqual({ months: [], days: ['2030-07-01', '2030-07-02', '2030-07-03'] });
});

test('a change that a process of the release before noted for a month stands for all its days', async () => {
  await change('2030-09-01', '2030-09-02');
  await keepAt('2030-09-03T12:00:00Z');
  await change('2030-09');
  expect(await find('2030-09-01', '2030-10-01')).toEqual({ months: [], days: [] });
  await keepAt('2030-09-04T12:00:00Z');
  const days = ['2030-09-01', '2030-09-02', '2030-09-03'];
  expect(await find('2030-09-01', '2030-10-01')).toEqual({ months: [], days });
});

test('counting everything anew counts the month of a day that changed, with all its days', async () => {
  await change('2031-03-05');
  await sql`select keep_past('2031-04-02')`.execute(testApp.context.db);
  expect(await find('2031-03-01', '2031-04-01')).toEqual({ months: ['2031-03'], days: [] });
  expect(await find('2031-03-04', '2031-03-06')).toEqual({ months: [], days: ['2031-03-04', '2031-03-05'] });
});
