// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { LiveEvent } from '#contract/entities/user.ts';
import { subscribeToLiveEvents } from './live-events.ts';

type Line = { headers: Record<string, string>; say(text: string): void; end(): void; isGone(): boolean };

const lines: Line[] = [];
let isHidden = false;
let status = 200;

beforeEach(() => {
  vi.useFakeTimers();
  [isHidden, status] = [false, 200];
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  vi.stubGlobal(
    'fetch',
    async (_url: string, init: { headers: Record<string, string>; signal: AbortSignal }) => {
      let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
      const body = new ReadableStream<Uint8Array>({
        start: (own) => {
          controller = own;
        },
      });
      init.signal.addEventListener('abort', () => controller?.error(new Error('aborted')));
      lines.push({
        headers: init.headers,
        say: (text) => controller?.enqueue(new TextEncoder().encode(text)),
        end: () => controller?.close(),
        isGone: () => init.signal.aborted,
      });
      return new Response(status === 200 ? body : null, { status });
    },
  );
});
afterEach(() => {
  lines.length = 0;
});

function follow() {
  const events: LiveEvent[] = [];
  const onReset = vi.fn();
  const stop = subscribeToLiveEvents('token', { onEvent: (event) => events.push(event), onReset });
  return { events, onReset, stop };
}
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const line = (position: number) => lines[position] as Line;
const eventText = (id: number) => `id: ${id}\ndata: {"id":${id},"kind":"albums","subject":null}\n\n`;

test('news are handed over as they come, whatever the pieces they come in', async () => {
  const { events, onReset, stop } = follow();
  await settle();
  expect(line(0).headers).toMatchObject({ authorization: 'Bearer token' });
  line(0).say(eventText(1).slice(0, 9));
  line(0).say(`${eventText(1).slice(9)}: still here\n\nevent: reset\ndata: {}\n\n`);
  line(0).say('id: 2\ndata: no json\n\n');
  await settle();
  expect(events).toEqual([{ id: 1, kind: 'albums', subject: null }]);
  expect(onReset).toHaveBeenCalledOnce();
  stop();
  expect(line(0).isGone()).toBe(true);
});

test('a line that ends is opened again and goes on after the last event', async () => {
  const { stop } = follow();
  await settle();
  line(0).say(eventText(41));
  await settle();
  line(0).end();
  await settle(1_000);
  expect(lines).toHaveLength(2);
  expect(line(1).headers).toMatchObject({ 'last-event-id': '41' });
  stop();
});

test('a line that is silent for a minute is given up', async () => {
  const { stop } = follow();
  await settle();
  await settle(59_000);
  expect(line(0).isGone()).toBe(false);
  await settle(3_000);
  expect(line(0).isGone()).toBe(true);
  expect(lines).toHaveLength(2);
  stop();
});

test('a tab nobody looks at lets its line go, and takes it up when it is looked at', async () => {
  const { stop } = follow();
  await settle();
  isHidden = true;
  document.dispatchEvent(new Event('visibilitychange'));
  await settle(10_000);
  expect(line(0).isGone()).toBe(true);
  await settle(120_000);
  expect(lines).toHaveLength(1);
  isHidden = false;
  document.dispatchEvent(new Event('visibilitychange'));
  await settle();
  expect(lines).toHaveLength(2);
  stop();
});

test('a refused token ends it', async () => {
  status = 401;
  const { stop } = follow();
  await settle(120_000);
  expect(lines).toHaveLength(1);
  stop();
});
