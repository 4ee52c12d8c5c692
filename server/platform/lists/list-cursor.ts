import { AppError } from '#server/platform/http/errors.ts';

export type SortType = 'text' | 'citext' | 'bigint' | 'boolean' | 'timestamptz' | 'date' | 'double precision';

type Sort = { key: string; direction: 'asc' | 'desc' };

/** PostgreSQL's own spelling of each type; a cursor with anything else was not made by us. */
const SPELLING: Record<SortType, RegExp> = {
  text: /^[^\0]*$/,
  citext: /^[^\0]*$/,
  bigint: /^-?\d{1,18}$/,
  boolean: /^(true|false)$/,
  timestamptz: /^(-?infinity|\d{4,6}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d{1,6})?\+00)$/,
  date: /^(-?infinity|\d{4,6}-\d\d-\d\d)$/,
  'double precision': /^-?(\d+(\.\d+)?(e[+-]?\d{1,3})?|Infinity)$/,
};

/** The place of a row in one order of a list, as a token for the address of the next page. */
export function writeCursor({ key, direction }: Sort, values: readonly string[]): string {
  return Buffer.from(JSON.stringify([key, direction, ...values])).toString('base64url');
}

export function readCursor({ key, direction }: Sort, types: readonly SortType[], token: string): string[] {
  const parts = parse(token);
  const [ofKey, ofDirection, ...values] = parts;
  const isOurs =
    ofKey === key &&
    ofDirection === direction &&
    values.length === types.length &&
    types.every((type, index) => SPELLING[type].test(values[index] ?? '\0'));
  if (!isOurs) {
    throw new AppError('invalid_request', {
      details: [{ path: 'after', message: 'Not a page of this list' }],
    });
  }
  return values;
}

function parse(token: string): string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(token, 'base64url').toString('utf8'));
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string') ? parts : [];
  } catch {
    return [];
  }
}
