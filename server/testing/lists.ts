import { expect } from 'vitest';
import { csvHeading } from '#contract/lists/csv.ts';
import { type AnyList, type FilterValues, type listEndpoints, sortKeysOf } from '#contract/lists/list.ts';
import type { TestApp } from './test-app.ts';

type Calls = ReturnType<typeof listEndpoints>;
type Id = string | number;

type ListUnderTest<L extends AnyList> = {
  list: L;
  calls: { page: object; count: object; csv: object };
  token: string;
  filters: FilterValues<L>;
  idOf: (row: never) => Id;
  /** Adds a row that passes the filters and returns its id. */
  insertRow: () => Promise<Id>;
};

const PAGE_SIZE = 7;

/**
 * Checks that in every order and direction the pages hold each row once, even when a row is inserted between two
 * pages, and that the count, the jump by `_start` and the CSV file agree with them.
 */
export async function expectPagedList<L extends AnyList>(
  testApp: TestApp,
  { list, calls, token, filters, idOf, insertRow }: ListUnderTest<L>,
): Promise<void> {
  const { page, count, csv } = calls as Calls;
  const read = async (query: object) => {
    const { status, body } = await testApp.call(page, { token, query: { ...filters, ...query } as never });
    expect(status).toBe(200);
    return { ids: body.rows.map((row: unknown) => idOf(row as never)), next: body.next };
  };
  const readAll = async (sort: string) => (await read({ _sort: sort, _limit: 500 })).ids;
  for (const sort of sortKeysOf(list).flatMap((key) => [`${key}:asc`, `${key}:DESC`])) {
    const before = await readAll(sort);
    expect(before.length).toBeGreaterThan(2 * PAGE_SIZE);
    const walked: Id[] = [];
    let inserted: Id | undefined;
    let after: string | undefined;
    do {
      const { ids, next } = await read({ _sort: sort, _limit: PAGE_SIZE, ...(after && { after }) });
      walked.push(...ids);
      inserted ??= await insertRow();
      after = next ?? undefined;
    } while (after);
    expect(new Set(walked).size).toBe(walked.length);
    expect(walked.filter((id) => id !== inserted)).toEqual(before);
    const now = await readAll(sort);
    const jumped = await read({ _sort: sort, _start: PAGE_SIZE, _limit: PAGE_SIZE });
    expect(jumped.ids).toEqual(now.slice(PAGE_SIZE, 2 * PAGE_SIZE));
    const counted = await testApp.call(count, { token, query: filters as never });
    expect(counted.body.total).toBe(now.length);
    const file = await testApp.app.inject({
      url: `/api${csv.path}`,
      query: { ...asText(filters), _sort: sort },
      headers: { authorization: `Bearer ${token}` },
    });
    expect(file.body.startsWith(csvHeading(list.columns))).toBe(true);
    expect(file.body.trimEnd().split('\r\n')).toHaveLength(now.length + 1);
    const { next } = await read({ _sort: sort, _limit: PAGE_SIZE });
    for (const forged of ['bad', withWrongDay(next)].filter((cursor) => cursor !== next)) {
      const bad = await testApp.call(page, {
        token,
        query: { ...filters, _sort: sort, after: forged } as never,
      });
      expect(bad).toMatchObject({ status: 400, error: { code: 'invalid_request' } });
    }
  }
}

function withWrongDay(cursor: string | null): string {
  const text = Buffer.from(cursor ?? '', 'base64url').toString();
  return Buffer.from(text.replace(/\d\d-\d\d-\d\d/, '26-02-30')).toString('base64url');
}

const asText = (filters: object) =>
  Object.fromEntries(Object.entries(filters).map(([name, value]) => [name, String(value)]));
