// Payees, transfers and taxes in shapes that can be compared to the cent.
import { sql } from 'kysely';
import { payeeEndpoints } from '#contract/endpoints/payees.ts';
import { taxEndpoints } from '#contract/endpoints/tax.ts';
import { buildUser } from '#server/testing/factories.ts';
import type { PayingApp } from '#server/testing/paying-app.ts';
import { rosterCalls } from '#server/testing/roster.ts';

type Cents = { key: string; cents: number };

const toRecord = (rows: readonly Cents[]): Record<string, number> => {
  const sums = new Map<string, number>();
  for (const { key, cents } of rows) sums.set(key, (sums.get(key) ?? 0) + cents);
  return Object.fromEntries([...sums].filter(([, cents]) => cents !== 0).sort());
};

const query = async (app: PayingApp, text: string) =>
  toRecord((await sql.raw<Cents>(text).execute(app.context.db)).rows);

/** Each payee's balance: from lines and transfers, and from the page Payouts. */
export async function readBalances(app: PayingApp) {
  const { token } = await buildUser(app, { role: 'finance' });
  const { body } = await app.call(payeeEndpoints.listPayees, { token });
  return {
    page: toRecord(body.payees.map(({ id, balance }) => ({ key: `${id}`, cents: balance }))),
    tables: await query(
      app,
      `select payee_id::text as key, amount_cents::bigint as cents from payee_lines union all
       select payee_id::text, reversed_cents - amount_cents from transfers where state in ('pending', 'paid', 'reversed')`,
    ),
    cases: body.cases.map(({ problem }) => problem),
  };
}

/** Sent amounts less returned ones, by method. */
export const readSent = (app: PayingApp) =>
  query(
    app,
    `select case method when 'connect' then 'transfers' else 'payments' end as key,
       (amount_cents - reversed_cents)::bigint as cents from transfers where state in ('paid', 'reversed')`,
  );

/** Every transfer with what it moved and what came back, by the shop and by the provider. */
export async function readTransfers(app: PayingApp) {
  const theirs: string[] = [];
  for await (const one of app.stripe.transfers.list({ limit: 100 }))
    theirs.push(`${one.id} ${one.destination} ${one.amount} ${one.amount_reversed}`);
  const ours = await app.context.db
    .selectFrom('transfers')
    .selectAll()
    .where('method', '=', 'connect')
    .where('state', 'not in', ['failed', 'canceled'])
    .execute();
  return {
    provider: theirs.sort(),
    shop: ours
      .map((one) => `${one.externalId} ${one.accountId} ${one.amountCents} ${one.reversedCents}`)
      .sort(),
  };
}

/** Payees' earnings by month: from their statements, and from the bookings. */
export async function readEarned(app: PayingApp, months: readonly string[]) {
  const { rows: people } = await sql<{ id: number; photographerId: number }>`
    select id, photographer_id from payees where photographer_id is not null`.execute(app.context.db);
  const payeeOf = new Map(people.map(({ id, photographerId }) => [photographerId, id]));
  const { month: readMonth } = rosterCalls(app);
  const statements: Cents[] = [];
  let toNobody = 0;
  for (const month of months) {
    for (const { payee, photographer, lines } of (await readMonth(month)).list) {
      const id = payee ?? payeeOf.get(photographer ?? 0);
      for (const { earned: cents } of lines) {
        if (id === undefined) toNobody += cents;
        else statements.push({ key: `${month} ${id}`, cents });
      }
    }
  }
  return {
    statements: toRecord(statements),
    booked: await query(
      app,
      `select to_char(statement_month, 'YYYY-MM') || ' ' || payee_id as key, amount_cents::bigint as cents
       from payee_lines`,
    ),
    toNobody,
  };
}

/** The tax of each month, by the report, by rate and by line of the ledger. */
export async function readTax(app: PayingApp, months: readonly string[]) {
  const [from = '', to = ''] = [months.toSorted()[0], months.toSorted().at(-1)];
  const { token } = await buildUser(app, { role: 'finance' });
  const { body } = await app.call(taxEndpoints.taxReport, { token, query: { from, to } });
  const month = `to_char(line.statement_month, 'YYYY-MM') as key`;
  return {
    report: toRecord(body.map(({ month: key, owed: cents }) => ({ key, cents }))),
    parts: toRecord(
      body.map(({ month: key, ...row }) => ({ key, cents: row.collected - row.refunded - row.disputed })),
    ),
    rates: await query(
      app,
      `select ${month}, tax.tax_cents::bigint as cents from ledger_line_taxes tax
       join ledger_lines line on line.id = tax.line_id`,
    ),
    ledger: await query(app, `select ${month}, tax_cents::bigint as cents from ledger_lines line`),
  };
}
