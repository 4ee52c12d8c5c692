import { expect, test } from 'vitest';
import { toColumns, toWire } from './wire-names.ts';

test('a row gets the names of the wire, and its times become ISO timestamps', () => {
  const row = {
    id: 1,
    teamName: 'Star Athletics',
    plannedAt: '2026-11-15 02:36:00.12+00',
    endedAt: null as string | null,
    madeAt: new Date(0),
    what: '2026-11-15 02:36:00+00',
  };
  expect(toWire(row)).toEqual({
    id: 1,
    team_name: 'Star Athletics',
    planned_at: '2026-11-15T02:36:00.12Z',
    ended_at: null,
    made_at: '1970-01-01T00:00:00.000Z',
    what: '2026-11-15 02:36:00+00',
  });
});

test('a body gets the names of columns; what was not sent stays undefined', () => {
  const body = { team_name: 'A', auto_publish: true, early_percent_off: 5, city: undefined };
  expect(toColumns(body)).toEqual({
    teamName: 'A',
    autoPublish: true,
    earlyPercentOff: 5,
    city: undefined,
  });
});
