// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  awaitFirstLogIn,
  challengeBefore,
  continueTyping,
  failureBefore,
  keepTyped,
  typedBefore,
} from './first-use.ts';

const SCRIPT = readFileSync('web/public/first.js', 'utf8');
const PAGE = `<div id="root"><div id="first"><form>
  <input name="identifier"><input name="password" type="password"><button type="submit">Log in</button>
</form></div></div>`;

const field = (name: string) =>
  document.querySelector<HTMLInputElement>(`#first [name="${name}"]`) as HTMLInputElement;
const press = () => document.querySelector<HTMLButtonElement>('button')?.click();
const answerWith = (status: number, body: unknown) => {
  const fetches = vi.fn(async () => Response.json(body, { status }));
  vi.stubGlobal('fetch', fetches);
  return fetches;
};

function fillIn(): void {
  field('identifier').value = 'parent@example.test';
  field('password').value = 'secret-words';
}

beforeEach(() => {
  document.documentElement.dataset.first = 'login';
  window.history.replaceState(null, '', '/login');
  document.body.innerHTML = PAGE;
  // Every test has its own script, whose listeners end with its page.
  const add = document.addEventListener.bind(document);
  const root = document.getElementById('root');
  vi.spyOn(document, 'addEventListener').mockImplementation((kind, listener) =>
    root?.addEventListener(kind, listener as EventListener),
  );
  new Function(SCRIPT)();
  document.addEventListener = add;
});
afterEach(() => {
  document.body.replaceChildren();
  delete document.documentElement.dataset.first;
  delete document.documentElement.dataset.firstHidden;
  delete window.firstUse;
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a log-in is sent once before the site is there, and the site takes its answer', async () => {
  const fetches = answerWith(200, { jwt: 'token-1', user: { id: 7 } });
  fillIn();
  press();
  press();
  expect(await awaitFirstLogIn()).toEqual({ status: 200, body: { jwt: 'token-1', user: { id: 7 } } });
  expect(fetches).toHaveBeenCalledOnce();
  expect(await awaitFirstLogIn()).toBeUndefined();
});

test('nothing is sent while a field is empty', () => {
  const fetches = answerWith(200, {});
  field('identifier').value = 'parent@example.test';
  press();
  expect(fetches).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(field('password'));
});

test('a refusal is said at once, and again by the page that follows', async () => {
  answerWith(400, { error: { code: 'wrong_credentials', message: 'The password is wrong.' } });
  fillIn();
  press();
  await vi.waitFor(() =>
    expect(document.querySelector('[role="alert"]')?.textContent).toBe('The password is wrong.'),
  );
  expect(failureBefore()).toBe('The password is wrong.');
  expect(document.querySelector('button')?.textContent).toBe('Log in');
});

test('the second step goes on in the site', async () => {
  const details = { challenge: 'challenge-token' };
  answerWith(401, { error: { code: 'second_factor_required', message: 'Enter your code.', details } });
  fillIn();
  press();
  await awaitFirstLogIn();
  expect(challengeBefore()).toEqual(details);
});

test('what was typed stays, and whoever was typing goes on', () => {
  fillIn();
  field('password').focus();
  keepTyped();
  expect(typedBefore('identifier')).toBe('parent@example.test');
  document.body.innerHTML = '<input name="identifier"><input name="password" value="secret-words">';
  const [first, second] = [...document.querySelectorAll('input')];
  continueTyping(first as HTMLInputElement);
  continueTyping(second as HTMLInputElement);
  expect(document.activeElement).toBe(second);
  expect(second?.selectionStart).toBe('secret-words'.length);
});

test.each([
  ['somebody who is logged in', '/login', 'token-1'],
  ['a page that was kept for another address', '/events', undefined],
])('the log-in is hidden from %s', (_, path, token) => {
  window.history.replaceState(null, '', path);
  if (token) localStorage.setItem('ACCESS_TOKEN', token);
  new Function(SCRIPT)();
  expect(document.documentElement.dataset.firstHidden).toBe('');
});
