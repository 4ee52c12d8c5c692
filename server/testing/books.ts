import { bookEndpoints } from '#contract/endpoints/books.ts';
import type { BookAccount, JournalFormat } from '#contract/rules/books.ts';
import { sumCents } from '#contract/rules/money.ts';
import type { Role } from '#contract/rules/permissions.ts';
import { buildUser } from './factories.ts';
import type { TestApp } from './test-app.ts';

/** The calls of staff about the journal. */
export function bookCalls(app: TestApp) {
  const as = async (role: Role) => (await buildUser(app, { role })).token;
  const months = async (role: Role = 'finance') =>
    app.call(bookEndpoints.listJournalMonths, { token: await as(role) });
  const journal = async (month: string) =>
    (await app.call(bookEndpoints.showJournal, { token: await as('finance'), params: { month } })).body;
  return {
    months,
    journal,
    async exportDays(format: JournalFormat, start_date: string, end_date: string) {
      const query = new URLSearchParams({ format, start_date, end_date });
      const headers = { authorization: `Bearer ${await as('finance')}` };
      return app.request({ url: `/api/books/export?${query}`, headers });
    },
    /** The sum of every account over all months; debits are positive. */
    async balances(): Promise<Record<BookAccount, number>> {
      const all = await Promise.all((await months()).body.map(({ month }) => journal(month)));
      const lines = all.flatMap(({ totals }) => totals);
      const byAccount = Map.groupBy(lines, ({ account }) => account);
      return Object.fromEntries(
        [...byAccount].map(([account, own]) => [
          account,
          sumCents(own.map((line) => line.debit - line.credit)),
        ]),
      ) as Record<BookAccount, number>;
    },
  };
}
