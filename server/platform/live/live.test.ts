import { sql } from 'kysely';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import type { LiveEvent } from '#contract/entities/user.ts';
import { buildApp } from '#server/app.ts';
import { closeContext, createContext, inTransaction } from '#server/context.ts';
import { buildUser } from '#server/testing/factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { HEARTBEAT_MS } from './live.routes.ts';
import { publishLive } from './publish-live.ts';

const testApp = startTestApp();
const readers: AbortController[] = [];
afterEach(() => {
  for (const reader of readers.splice(0)) reader.abort();
});

let address: Promise<string> | undefined;
const listening = () => {
  address ??= testApp.app.listen({ port: 0, host: '127.0.0.1' });
  return address;
};

type Reading = { status: number; events: LiveEvent[]; resets: number; isOver: boolean };

async function read(token: string | undefined, lastId?: number, base?: string): Promise<Reading> {
  const abort = new AbortController();
  readers.push(abort);
  const response = await fetch(`${base ?? (await listening())}/api/live`, {
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(lastId === undefined ? {} : { 'last-event-id': String(lastId) }),
    },
    signal: abort.signal,
  });
  const reading: Reading = { status: response.status, events: [], resets: 0, isOver: false };
  const collect = async () => {
    let text = '';
    for await (const piece of response.body ?? []) {
      text += Buffer.from(piece).toString();
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        if (block.startsWith('event: reset')) reading.resets += 1;
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (data && block.startsWith('id:')) reading.events.push(JSON.parse(data));
      }
    }
  };
  void collect().then(
    () => {
      reading.isOver = true;
    },
    () => undefined,
  );
  return reading;
}

describe('live events', () => {
  test('reach only the pages of their recipient', async () => {
    const [one, other] = [await buildUser(testApp), await buildUser(testApp)];
    const [mine, alsoMine, theirs] = [await read(one.token), await read(one.token), await read(other.token)];
    await publishLive(
      testApp.context.db,
      { to: one.id, kind: 'order', subject: 'key' },
      { to: one.id, kind: 'albums' },
    );
    const wanted = [
      { kind: 'order', subject: 'key' },
      { kind: 'albums', subject: null },
    ];
    await expect.poll(() => mine.events).toMatchObject(wanted);
    await expect.poll(() => alsoMine.events).toMatchObject(wanted);
    expect(theirs.events).toEqual([]);
  });

  test('for staff reach every staff role and no customer', async () => {
    const [staff, customer] = [
      await buildUser(testApp, { role: 'customer_support' }),
      await buildUser(testApp),
    ];
    const [atDesk, atHome] = [await read(staff.token), await read(customer.token)];
    await publishLive(testApp.context.db, { to: 'staff', kind: 'inbox', subject: 7 });
    await expect.poll(() => atDesk.events).toMatchObject([{ kind: 'inbox', subject: '7' }]);
    expect(atHome.events).toEqual([]);
  });

  test('for staff end with the role of their reader', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const [staff, colleague] = [
      await buildUser(testApp, { role: 'customer_support' }),
      await buildUser(testApp, { role: 'customer_support' }),
    ];
    const [page, other] = [await read(staff.token), await read(colleague.token)];
    const { db } = testApp.context;
    await db.updateTable('users').set({ role: 'authenticated' }).where('id', '=', staff.id).execute();
    await db.updateTable('users').set({ role: 'analyst' }).where('id', '=', colleague.id).execute();
    await vi.advanceTimersByTimeAsync(HEARTBEAT_MS);
    await expect.poll(() => page.isOver, { timeout: 10_000 }).toBe(true);
    expect(other.isOver).toBe(false);
  });

  test('of a rolled-back transaction are never sent', async () => {
    const user = await buildUser(testApp);
    const page = await read(user.token);
    const failing = inTransaction(testApp.context, async (tx) => {
      await publishLive(tx.db, { to: user.id, kind: 'order', subject: 'undone' });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await publishLive(testApp.context.db, { to: user.id, kind: 'order', subject: 'done' });
    await expect.poll(() => page.events).toMatchObject([{ subject: 'done' }]);
  });

  test('missed while disconnected arrive after reconnecting', async () => {
    const user = await buildUser(testApp);
    const { db } = testApp.context;
    const first = await read(user.token);
    for (const subject of ['seen', 'last seen'])
      await publishLive(db, { to: user.id, kind: 'order', subject });
    await expect.poll(() => first.events.length).toBe(2);
    readers.splice(0).forEach((reader) => {
      reader.abort();
    });
    await publishLive(db, { to: user.id, kind: 'downloads' }, { to: user.id, kind: 'albums' });
    const again = await read(user.token, first.events[1]?.id);
    await expect
      .poll(() => again.events.slice(-2))
      .toMatchObject([{ kind: 'downloads' }, { kind: 'albums' }]);
    expect(again.resets).toBe(0);
  });

  test('that are no longer stored make the page reload everything', async () => {
    const user = await buildUser(testApp);
    const page = await read(user.token, 999_999_999);
    await expect.poll(() => page.resets).toBe(1);
  });

  test('require a session and stop when it ends', async () => {
    expect(await read(undefined)).toMatchObject({ status: 401 });
    const user = await buildUser(testApp);
    await testApp.call(accountEndpoints.logOut, { token: user.token });
    expect(await read(user.token)).toMatchObject({ status: 401 });
  });

  test('sent by one process reach the pages of another', async () => {
    const { config, log } = testApp.context;
    const second = await createContext(config, testApp.url, log);
    const app = await buildApp(second);
    const base = await app.listen({ port: 0, host: '127.0.0.1' });
    const user = await buildUser(testApp);
    const page = await read(user.token, undefined, base);
    await publishLive(testApp.context.db, { to: user.id, kind: 'athletes', subject: 3 });
    await expect.poll(() => page.events).toMatchObject([{ kind: 'athletes', subject: '3' }]);
    await app.close();
    await expect.poll(() => page.isOver).toBe(true);
    await closeContext(second);
  });

  test('resume after the database drops the listening connection', async () => {
    const user = await buildUser(testApp);
    const page = await read(user.token);
    const { db } = testApp.context;
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where query = 'listen encore_live' and datname = current_database()`.execute(db);
    await expect.poll(() => page.resets, { timeout: 10_000 }).toBe(1);
    await publishLive(db, { to: user.id, kind: 'albums' });
    await expect.poll(() => page.events).toMatchObject([{ kind: 'albums' }]);
  });
});
