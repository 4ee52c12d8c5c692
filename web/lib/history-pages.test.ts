import { expect, test } from 'vitest';
import type { AuditRecord } from '#contract/entities/audit-entry.ts';
import { historyCsv, type ReadHistory, readWholeHistory } from './history-pages.ts';

const entry = (id: number, changes: AuditRecord['changes'] = []): AuditRecord => ({
  id,
  action: 'album.update',
  subject: 'album:7',
  actor_name: id === 1 ? null : 'Sam',
  created_at: '2026-11-14T18:00:00.000Z',
  changes,
});

test('a whole history is read page by page to its end, with the filter each time', async () => {
  const asked: unknown[] = [];
  const pages = [[entry(9), entry(8)], [entry(3)]];
  const read: ReadHistory = async (query) => {
    asked.push([query.before, query.who]);
    const entries = pages[asked.length - 1] ?? [];
    return { entries, has_older: asked.length < pages.length, who: [], what: [] };
  };
  const all = await readWholeHistory(read, { who: 4, what: undefined });
  expect(all.map(({ id }) => id)).toEqual([9, 8, 3]);
  expect(asked).toEqual([
    [undefined, 4],
    [8, 4],
  ]);
});

test('a file has a line for each field, and one for what changed none', () => {
  const changes = [
    { field: 'teamName', before: 'Comets', after: '=Meteors' },
    { field: 'divisionName', before: '', after: 'L2' },
  ];
  expect(historyCsv([entry(2, changes), entry(1)], () => 'Edited').split('\r\n')).toEqual([
    'when,who,what,about,field,before,after',
    "2026-11-14T18:00:00.000Z,Sam,Edited,album:7,teamName,Comets,'=Meteors",
    '2026-11-14T18:00:00.000Z,Sam,Edited,album:7,divisionName,,L2',
    '2026-11-14T18:00:00.000Z,,Edited,album:7,,,',
    '',
  ]);
});
