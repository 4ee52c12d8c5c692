import { expect, test } from 'vitest';
import { findEventPage } from './event-page.ts';

test.each([
  [{ event: '4' }, '/admin/events/4'],
  [{ event: 4, view: 'albums' }, '/admin/events/4'],
  [{ event: '4', view: 'order' }, '/admin/events/4/running-order'],
  [{ event: '4', view: 'upload', album: '7' }, '/admin/events/4/upload?album=7'],
  [{ event: '4', view: 'nonsense', q: 'cup' }, '/admin/events/4?q=cup'],
  [{ view: 'events' }, '/admin/events'],
  [{ album: '7', panel: 'sales' }, undefined],
  [{ event: '-1', view: 'upload' }, undefined],
])('the older address with %j leads to %s', (search, target) => {
  expect(findEventPage(search)).toBe(target);
});
