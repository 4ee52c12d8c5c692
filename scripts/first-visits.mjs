// The script that a first visit may need before the page can be used, in kilobytes as they are sent (brotli). A page that
// grows beyond its budget fails `npm test`. Lower a budget when its page has become smaller.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const BUDGET_KB = {
  login: 185,
  poster: 185,
  register: 245,
  'view-album': 250,
  checkout: 287,
  home: 274,
  events: 249,
  'user-album': 277,
  'purchase-album': 283,
};

/** Returns one line for each page that is too large or not measured. */
export function findOverBudget(sizes, budget = BUDGET_KB) {
  return Object.entries(budget).flatMap(([page, kilobytes]) => {
    const bytes = sizes[page];
    if (bytes === undefined) return [`${page}: the build has no such page`];
    const isOver = bytes > kilobytes * 1024;
    return isOver ? [`${page}: ${(bytes / 1024).toFixed(1)} KB of script, at most ${kilobytes} KB`] : [];
  });
}

export function checkFirstVisits(root) {
  return findOverBudget(JSON.parse(readFileSync(join(root, 'dist/first-visits.json'), 'utf8')));
}
