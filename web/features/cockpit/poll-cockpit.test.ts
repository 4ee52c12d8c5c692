// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cockpitEndpoints } from '#contract/endpoints/cockpit.ts';
import { NOTHING_YET, PAUSE_MS } from '#web/lib/poll-link.ts';
import { answer, answerCalls, bodiesSentTo, errorAnswer, NETWORK_ERROR } from '#web/testing/answers.ts';
import { buildCockpit } from '#web/testing/demo-cockpit.ts';
import { type CockpitView, pollCockpit } from './cockpit-board.tsx';

const TOKEN = 'a-secret-of-an-event';
const { event } = buildCockpit();
const totals = (name: string) => ({ version: name, cockpit: buildCockpit({ event: { ...event, name } }) });
const SAME = { version: 'one', cockpit: null };

let stop = () => {};
let view: CockpitView = NOTHING_YET;
const follow = () => {
  stop = pollCockpit(TOKEN, (next) => {
    view = next;
  });
};
const setHidden = (isHidden: boolean) => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  view = NOTHING_YET;
  vi.useFakeTimers();
});
afterEach(() => stop());

test('asks every five seconds, names what it has, and keeps it while nothing changed', async () => {
  const answers = [totals('one'), SAME, totals('two')];
  const spy = answerCalls(answer(cockpitEndpoints.openCockpit, () => answers.shift() ?? SAME));
  follow();
  await vi.advanceTimersByTimeAsync(0);
  expect(view).toMatchObject({ data: { event: { name: 'one' } }, isReconnecting: false });
  const first = view.updatedAt ?? 0;
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(view.data?.event.name).toBe('one');
  expect(view.updatedAt).toBe(first + PAUSE_MS);
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(view.data?.event.name).toBe('two');
  expect(bodiesSentTo(spy, cockpitEndpoints.openCockpit)).toEqual([
    { token: TOKEN },
    { token: TOKEN, version: 'one' },
    { token: TOKEN, version: 'one' },
  ]);
});

test('the secret is in no address that is called', async () => {
  const spy = answerCalls(answer(cockpitEndpoints.openCockpit, SAME));
  follow();
  await vi.advanceTimersByTimeAsync(PAUSE_MS * 3);
  expect(spy.mock.calls.map(([address]) => address).filter((address) => address.includes(TOKEN))).toEqual([]);
  expect(spy).toHaveBeenCalledTimes(4);
});

test('a page nobody looks at asks nothing, and asks at once when somebody does', async () => {
  const spy = answerCalls(answer(cockpitEndpoints.openCockpit, totals('one')));
  follow();
  await vi.advanceTimersByTimeAsync(0);
  setHidden(true);
  await vi.advanceTimersByTimeAsync(PAUSE_MS * 20);
  expect(spy).toHaveBeenCalledTimes(1);
  setHidden(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(spy).toHaveBeenCalledTimes(2);
});

test('without an answer it waits longer each time, keeps what it shows, and goes on once there is one', async () => {
  let isDown = false;
  const spy = answerCalls(
    answer(cockpitEndpoints.openCockpit, () => (isDown ? NETWORK_ERROR : totals('one'))),
  );
  follow();
  await vi.advanceTimersByTimeAsync(0);
  isDown = true;
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(view).toMatchObject({ isReconnecting: true, data: { event: { name: 'one' } } });
  expect(spy).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(PAUSE_MS * 2 - 1);
  expect(spy).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1);
  expect(spy).toHaveBeenCalledTimes(3);
  await vi.advanceTimersByTimeAsync(PAUSE_MS * 4 - 1);
  expect(spy).toHaveBeenCalledTimes(3);
  isDown = false;
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(view.isReconnecting).toBe(false);
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(spy).toHaveBeenCalledTimes(5);
});

test('a link that ended takes its totals away and is asked for no more', async () => {
  let isEnded = false;
  const spy = answerCalls(
    answer(cockpitEndpoints.openCockpit, () => (isEnded ? errorAnswer(404, 'not_found') : totals('one'))),
  );
  follow();
  await vi.advanceTimersByTimeAsync(0);
  isEnded = true;
  await vi.advanceTimersByTimeAsync(PAUSE_MS);
  expect(view).toMatchObject({ isGone: true, data: undefined });
  await vi.advanceTimersByTimeAsync(PAUSE_MS * 50);
  setHidden(false);
  expect(spy).toHaveBeenCalledTimes(2);
});

test('whoever leaves the page gets nothing more of it', async () => {
  const spy = answerCalls(answer(cockpitEndpoints.openCockpit, totals('one')));
  follow();
  stop();
  await vi.advanceTimersByTimeAsync(PAUSE_MS * 5);
  expect(spy).toHaveBeenCalledTimes(1);
  expect(view.data).toBeUndefined();
});
