// The script that a first visit may need before the page can be used, in kilobytes as they are sent (brotli). A page that
// grows beyond its budget fails `npm test`. Lower a budget when its page has become smaller.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const BUDGET_KB = {
  login: 134,
  poster: 134,
  register: 144,
  'view-album': 140,
  checkout: 164,
  home: 148,
  events: 129,
  'user-album': 162,
  'purchase-album': 159,
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
