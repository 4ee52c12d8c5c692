// The latest errors on this page; they leave the browser only with a bug report.

import { hideSecrets } from '#contract/rules/error-report.ts';

const MAX_KEPT = 10;
const MAX_LENGTH = 600;

const errors: string[] = [];
const requestIds: string[] = [];

function keep(list: string[], entry: string): void {
  if (entry === '' || list.at(-1) === entry) return;
  list.push(entry.slice(0, MAX_LENGTH));
  if (list.length > MAX_KEPT) list.shift();
}

export function noteTrouble(text: string, requestId?: string): void {
  keep(errors, hideSecrets(text));
  if (requestId) keep(requestIds, requestId);
}

export function readTroubles(): { errors: string[]; requestIds: string[] } {
  return { errors: [...errors], requestIds: [...requestIds] };
}

export function forgetTroubles(): void {
  errors.length = 0;
  requestIds.length = 0;
}
