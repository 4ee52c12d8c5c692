// The script that a first visit may need before the page can be used, in kilobytes as they are sent (brotli). A page that
// grows beyond its budget fails `npm test`. Lower a budget when its page has become smaller.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const BUDGET_KB = {
  login: 109,
  poster: 110,
  register: 119,
  'view-album': 111,
  checkout: 130,
  home: 118,
  events: 100,
  'user-album': 129,
  'purchase-album': 126,
};

export const FIRST_VISITS = Object.keys(BUDGET_KB);

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
