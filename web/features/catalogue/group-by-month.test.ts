import { expect, test } from 'vitest';
import type { Event } from '#contract/entities/album.ts';
import { arrangeEvents } from './event-list.tsx';

const on = (start_date: string) => ({ id: Number(start_date.replaceAll('-', '')), start_date }) as Event;
const dates = (events: Event[]) => events.map((event) => event.start_date);

test('events of today and before are listed by month, the newest first; later ones follow, the next one first', () => {
  const { months, upcoming } = arrangeEvents(
    ['2026-12-26', '2026-11-14', '2026-12-05', '2026-10-31', '2026-11-16'].map(on),
    '2026-11-16',
  );
  expect(months.map(({ month, events }) => [month, dates(events)])).toEqual([
    ['2026-11-01', ['2026-11-16', '2026-11-14']],
    ['2026-10-01', ['2026-10-31']],
  ]);
  expect(dates(upcoming)).toEqual(['2026-12-05', '2026-12-26']);
});
