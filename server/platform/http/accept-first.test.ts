import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { acceptFirst } from './accept-first.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const response = {} as ServerResponse;
const requestOf = (name: string, destroyed = false) =>
  ({ url: name, socket: { destroyed } }) as unknown as IncomingMessage;

function createServer(times = { now: 0 }) {
  const handled: (string | undefined)[] = [];
  const server = acceptFirst(({ url }) => void handled.push(url), { mostMs: 20, now: () => times.now });
  return { ...server, handled };
}

test('a request is handled at once when no connection arrives', () => {
  const { listener, handled } = createServer();
  listener(requestOf('a'), response);
  expect(handled).toEqual(['a']);
});

test('requests wait in order until a turn brings no connection', async () => {
  const { listener, noteConnection, handled } = createServer();
  noteConnection();
  listener(requestOf('a'), response);
  await turn();
  noteConnection();
  listener(requestOf('b'), response);
  await turn();
  expect(handled).toEqual([]);
  await turn();
  expect(handled).toEqual(['a', 'b']);
  listener(requestOf('c'), response);
  expect(handled).toEqual(['a', 'b', 'c']);
});

test('connections that never stop arriving hold a request up only for a while', async () => {
  const times = { now: 0 };
  const { listener, noteConnection, handled } = createServer(times);
  noteConnection();
  listener(requestOf('a'), response);
  for (let count = 0; count < 5; count++) {
    await turn();
    noteConnection();
    expect(handled).toEqual([]);
  }
  times.now = 20;
  await turn();
  expect(handled).toEqual(['a']);
});

test('a visitor who left while waiting is not answered', async () => {
  const { listener, noteConnection, handled } = createServer();
  noteConnection();
  listener(requestOf('gone', true), response);
  listener(requestOf('here'), response);
  await turn();
  await turn();
  expect(handled).toEqual(['here']);
});
