import { randomUUID } from 'node:crypto';
import type { Context, Tx } from '#server/context.ts';
import { dateRows, findDatedColumns } from '#server/demo/date-rows.ts';
import { DEMO_LOG_INS } from '#server/demo/refuse-demo-accounts.ts';
import { receiveEvent } from '#server/modules/provider-events/receive-event.ts';
import { createMailer } from '#server/platform/mail/mail.ts';
import { nestDatabase } from '#server/platform/nested-database.ts';
import { createPayments, SANDBOX_KEYS } from '#server/platform/payments/payments.ts';
import type { Job } from '#server/platform/queue.ts';
import { createSandbox } from '#server/sandbox/create-sandbox.ts';
import { parkTimers, takeParkedTimers } from '#server/sandbox/timers.ts';
import { createPastQueue } from './past-queue.ts';

export type Past = {
  /** Its clock is in the past, its database is the transaction of `within`, and a sandbox of that past takes cards. */
  context: Context;
  /** Makes one transaction of the present out of everything that the work does. */
  within(tx: Pick<Tx, 'db'>, work: () => Promise<void>): Promise<void>;
  setClock(moment: Date): void;
  /** Delivers the events of the sandbox and runs the jobs, until nothing is left to do at this time. */
  settle(): Promise<void>;
  /** Runs what the sandbox had to do until now, such as payouts. */
  passTime(): Promise<void>;
  close(): Promise<void>;
};

/** Opens the time before `present`, with the jobs that `jobsOf` makes for it. */
export async function openPast(
  present: Context,
  jobsOf: (context: Context) => Job[],
  until: Date,
): Promise<Past> {
  const nested = nestDatabase();
  const datedColumns = await findDatedColumns(present.db);
  let now = until;
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
  // Most steps use no card, so they need not ask the sandbox for events and timers.
  const sandboxHas = { events: false, timers: false };
  const noteUse = () => Object.assign(sandboxHas, { events: true, timers: true });
  const context: Context = {
    ...present,
    clock,
    queue,
    // Everything of a step belongs to one transaction.
    db: nested.db,
    urgentDb: nested.db,
    backgroundDb: nested.db,
    payments: noteCalls(createPayments(config, sandbox.port), noteUse),
    mail: onlyToDemoLogIns(createMailer(present.config, nested.db)),
  };
  const jobs = new Map(jobsOf(context).map((job) => [job.definition.name, job]));

  async function receive({ body, headers }: { body: string; headers: Record<string, string> }) {
    const event = context.payments.readEvent(body, headers['stripe-signature'] ?? '', now);
    if (!event) return 400;
    await receiveEvent(context, event);
    return 200;
  }

  async function runJobs(): Promise<number> {
    const due = queue.takeDue();
    const signal = new AbortController().signal;
    for (const { name, payload, dueAt } of due) {
      now = dueAt;
      await jobs.get(name)?.handler(payload, { id: randomUUID(), signal });
    }
    return due.length;
  }

  async function deliverEvents(): Promise<number> {
    if (!sandboxHas.events) return 0;
    sandboxHas.events = false;
    return sandbox.webhooks.deliverDue();
  }

  async function settle(): Promise<void> {
    while ((await deliverEvents()) + (await runJobs()) > 0);
  }

  return {
    context,
    within: ({ db }, work) =>
      nested.within(dateRows(db, datedColumns, clock), async () => {
        await work();
        if (!sandboxHas.timers) return;
        await parkTimers(db, until);
        sandboxHas.timers = false;
      }),
    setClock(moment) {
      now = moment;
    },
    settle,
    async passTime() {
      await takeParkedTimers(nested.db, now);
      noteUse();
      await sandbox.settle();
      await settle();
    },
    close: () => sandbox.stop(),
  };
}

function noteCalls<T extends object>(target: T, note: () => void): T {
  return new Proxy(target, {
    get(own, name) {
      const value: unknown = Reflect.get(own, name);
      if (typeof value === 'function') note();
      return value;
    },
  });
}

/** Nobody reads the mail of the fictional customers. */
function onlyToDemoLogIns(mailer: Context['mail']): Context['mail'] {
  return {
    ...mailer,
    async send(message) {
      if (DEMO_LOG_INS.includes(message.to)) await mailer.send(message);
    },
  };
}
