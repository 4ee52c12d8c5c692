import { randomUUID } from 'node:crypto';
import {
  ColumnNode,
  InsertQueryNode,
  type KyselyPlugin,
  type OperationNode,
  PrimitiveValueListNode,
  SelectionNode,
  SelectQueryNode,
  sql,
  ValueListNode,
  ValueNode,
  ValuesNode,
} from 'kysely';
import { createSandbox } from '#engines/card-sandbox/create-sandbox.ts';
import { parkTimers, takeParkedTimers } from '#engines/card-sandbox/sandbox-context.ts';
import type { Context, Tx } from '#server/context.ts';
import { receiveEvent } from '#server/modules/provider-events/receive-event.ts';
import type { Db } from '#server/platform/database/database.ts';
import { nestDatabase } from '#server/platform/database/nested-database.ts';
import { createMailer } from '#server/platform/mail/mail.ts';
import { createPayments, SANDBOX_KEYS } from '#server/platform/payments/payments.ts';
import type { Job, Queue } from '#server/platform/queue/queue.ts';
import type { Clock } from '#server/platform/time/clock.ts';
import { DEMO_LOG_INS } from './log-ins.ts';

export type Past = Awaited<ReturnType<typeof openPast>>;

/** Starts a clock before `present`, with the jobs that `jobsOf` makes for it. */
export async function openPast(present: Context, jobsOf: (context: Context) => Job[], until: Date) {
  const nested = nestDatabase();
  const datedColumns = await findDatedColumns(present.db);
  let now = until;
  let begun = 0;
  const clock = { now: () => now };
  const queue = createPastQueue(present.queue, clock, until);
  const sandbox = await createSandbox({
    db: nested.db,
    clock,
    log: present.log,
    isPolling: false,
    webhook: { url: '', secret: SANDBOX_KEYS.webhookSecret, send: (message) => receive(message) },
  });
  const { timeoutMs, descriptorPrefixLength } = present.config.payments;
  const config = { kind: 'sandbox', port: sandbox.port, timeoutMs, descriptorPrefixLength } as const;
  const mailer = createMailer(present.config, nested.db);
  const context: Context = {
    ...present,
    clock,
    queue,
    // Each step runs in one transaction.
    db: nested.db,
    urgentDb: nested.db,
    backgroundDb: nested.db,
    payments: createPayments(config, sandbox.port),
    // Nobody reads the mail of the fictional customers.
    mail: {
      ...mailer,
      send: async (message) => (DEMO_LOG_INS.includes(message.to) ? mailer.send(message) : undefined),
    },
  };
  const jobs = new Map(jobsOf(context).map((job) => [job.definition.name, job]));

  async function receive({ body, headers }: { body: string; headers: Record<string, string> }) {
    const event = context.payments.readEvent(body, headers['stripe-signature'] ?? '', now);
    if (!event) return 400;
    await receiveEvent(context, event);
    return 200;
  }

  /** Delivers the events of the sandbox and runs the jobs, until nothing is left to do at this time. */
  async function settle(): Promise<void> {
    const { signal } = new AbortController();
    for (;;) {
      const delivered = await sandbox.webhooks.deliverDue();
      const due = queue.takeDue();
      if (delivered + due.length === 0) return;
      for (const { name, payload, dueAt } of due) {
        now = dueAt;
        await jobs.get(name)?.handler(payload, { id: randomUUID(), signal });
      }
    }
  }

  return {
    context,
    /** Runs all the work in one transaction of the present. */
    within: ({ db }: Pick<Tx, 'db'>, work: () => Promise<void>) =>
      nested.within(dateRows(db, datedColumns, clock), async () => {
        // Jobs of work that was rolled back are not done.
        queue.takeDue();
        await work();
        await parkTimers(db, until);
      }),
    begin(at: Date) {
      now = at;
      begun = at.getTime();
    },
    /** Sets the clock so many milliseconds after the beginning of the step. */
    wait(ms: number) {
      now = new Date(begun + ms);
    },
    settle,
    /** Runs what the sandbox had to do until now, such as payouts. */
    async passTime() {
      await takeParkedTimers(nested.db, now);
      await sandbox.settle();
      await settle();
    },
    close: () => sandbox.stop(),
  };
}

/** Files are moved, and faces are found, once the rows of the season are committed. */
const LEFT_TO_THE_PRESENT = /^(images|athletes|found-albums)\./;
/** The season closes its pools and reads the balance without jobs. */
const LEFT_OUT = new Set(['orders.close-pool', 'orders.sweep-balance', 'support.mail-unread']);

/** Keeps the jobs of the past for the caller to run, and passes those of the future on to the real queue. */
function createPastQueue(real: Queue, clock: Clock, present: Date) {
  const waiting: { name: string; payload: unknown; dueAt: Date; key: string | undefined }[] = [];
  const enqueue: Queue['enqueue'] = async (db, job, payload, { startAfterSeconds = 0, ...rest } = {}) => {
    const dueAt = new Date(clock.now().getTime() + startAfterSeconds * 1000);
    if (LEFT_TO_THE_PRESENT.test(job.name)) return real.enqueue(db, job, payload, rest);
    if (dueAt > present) {
      const seconds = Math.ceil((dueAt.getTime() - Date.now()) / 1000);
      return real.enqueue(db, job, payload, { ...rest, startAfterSeconds: Math.max(seconds, 0) });
    }
    if (LEFT_OUT.has(job.name)) return;
    const key = rest.singletonKey;
    const isKnown = key !== undefined && waiting.some((one) => one.name === job.name && one.key === key);
    if (!isKnown) waiting.push({ name: job.name, payload: job.payload.parse(payload), dueAt, key });
  };
  /** Takes the jobs that were enqueued since the last call, in the order of their times. */
  const takeDue = () => waiting.splice(0).toSorted((a, b) => a.dueAt.getTime() - b.dueAt.getTime());
  return { ...real, enqueue, takeDue };
}

/** Maps each table to the columns that the database fills with the present time if a row leaves them out. */
export type DatedColumns = ReadonlyMap<string, readonly string[]>;

export async function findDatedColumns(db: Db): Promise<DatedColumns> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select table_name::text as name, array_agg(column_name::text) as columns from information_schema.columns
    where table_schema = current_schema() and column_default = 'now()' group by 1`.execute(db);
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/** Rows that are inserted here carry the time of the clock where the database would put the present. */
export function dateRows<T extends Db>(db: T, columns: DatedColumns, clock: Clock): T {
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => (InsertQueryNode.is(node) ? dateInsert(node, columns, clock.now()) : node),
    transformResult: async ({ result }) => result,
  };
  return db.withPlugin(plugin) as T;
}

function dateInsert(insert: InsertQueryNode, columns: DatedColumns, now: Date): InsertQueryNode {
  const { into, columns: named = [], values } = insert;
  const has = new Set(named.map(({ column }) => column.name));
  const missing = (columns.get(into?.table.identifier.name ?? '') ?? []).filter((column) => !has.has(column));
  if (!values || missing.length === 0 || named.length === 0) return insert;
  return InsertQueryNode.cloneWith(insert, {
    columns: [...named, ...missing.map((column) => ColumnNode.create(column))],
    values: addDates(values, now, missing),
  });
}

function addDates(values: OperationNode, now: Date, columns: readonly string[]): OperationNode {
  if (SelectQueryNode.is(values)) {
    const date = sql`${now}::timestamptz`;
    const dates = columns.map((column) => SelectionNode.create(date.as(column).toOperationNode()));
    return SelectQueryNode.cloneWithSelections(values, dates);
  }
  const addToRow = (row: ValuesNode['values'][number]) => {
    const named = PrimitiveValueListNode.is(row)
      ? row.values.map((one) => ValueNode.create(one))
      : row.values;
    return ValueListNode.create([...named, ...columns.map(() => ValueNode.create(now))]);
  };
  return ValuesNode.is(values) ? ValuesNode.create(values.values.map(addToRow)) : values;
}
