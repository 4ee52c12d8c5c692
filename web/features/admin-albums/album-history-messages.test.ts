import { expect, test } from 'vitest';
import { historyTitle as titleOf } from '#contract/lists/history.ts';
import { shownChanges } from './album-facts.tsx';

const change = (field: string, before: string, after: string) => ({ field, before, after });

test('publishing is called publishing, whatever else was changed with it', () => {
  const publish = change('publishedAt', '', '2026-11-14T18:00:00Z');
  expect(titleOf({ action: 'album.update', changes: [publish] })).toBe('Published');
  expect(titleOf({ action: 'album.update', changes: [change('publishedAt', 'x', '')] })).toBe('Unpublished');
  const renamed = change('teamName', 'Comets', 'Meteors');
  expect(titleOf({ action: 'album.update', changes: [publish, renamed] })).toBe('Published and edited');
  expect(titleOf({ action: 'album.update', changes: [renamed] })).toBe('Edited');
});

test('an album that published itself says so in its title alone', () => {
  const entry = {
    action: 'album.publish-by-itself',
    changes: [change('publishedAt', '', '2026-11-14T18:00:00Z')],
  };
  expect(titleOf(entry)).toBe('Published automatically with its first photos');
  expect(shownChanges(entry)).toEqual([]);
});

test('moved photos are counted, not listed', () => {
  const moved = {
    action: 'images.move-out',
    changes: [change('album', '3', '4'), change('images', '[1,2]', ''), change('count', '', '2')],
  };
  expect(titleOf(moved)).toBe('2 photos moved out');
  expect(shownChanges(moved)).toEqual([{ label: 'Album', before: '3', after: '4' }]);
});
