// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { runFirstScript } from '#web/testing/run-first-script.ts';
import { comeBackTo, takePendingFollow } from './come-back.ts';
import {
  awaitFirstAnswer,
  awaitRelease,
  challengeBefore,
  continueTyping,
  failureBefore,
  keepTyped,
  pressAgain,
  rememberArrival,
  takeFirstResponse,
  takeSent,
  takeWaiting,
  typedBefore,
} from './first-use.ts';
import { findLastLocation } from './last-location.ts';
import { addressOf } from './transport.ts';

const PAGE = `<div id="root"><div id="first"><form data-call="/api/auth/local">
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
  runFirstScript();
});
afterEach(() => {
  document.body.replaceChildren();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('a log-in is sent once before the site is there, and the site takes its answer', async () => {
  const fetches = answerWith(200, { jwt: 'token-1', user: { id: 7 } });
  fillIn();
  press();
  press();
  await awaitFirstAnswer();
  const sent = { identifier: 'parent@example.test', password: 'secret-words' };
  const body = { jwt: 'token-1', user: { id: 7 } };
  expect(takeSent('/api/auth/local')).toEqual({ call: '/api/auth/local', sent, status: 200, body });
  expect(takeSent('/api/auth/local')).toBeUndefined();
  expect(fetches).toHaveBeenCalledOnce();
  expect(await awaitFirstAnswer()).toBeUndefined();
});

test('nothing is sent while a field is empty', () => {
  const fetches = answerWith(200, {});
  field('identifier').value = 'parent@example.test';
  press();
  expect(fetches).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(field('password'));
});

test('the site says what is missing in a form that was sent too early, unless it is typed meanwhile', () => {
  press();
  expect(window.firstUse?.pressed).toBe('Log in');
  field('identifier').dispatchEvent(new Event('input', { bubbles: true }));
  expect(window.firstUse?.pressed).toBeUndefined();
});

test('a refusal is said at once, and again by the page that follows', async () => {
  answerWith(400, { error: { code: 'wrong_credentials', message: 'The password is wrong.' } });
  fillIn();
  press();
  await expect
    .poll(() => document.querySelector('[role="alert"]')?.textContent)
    .toBe('The password is wrong.');
  expect(failureBefore('/api/auth/local')).toBe('The password is wrong.');
  expect(failureBefore('/api/other')).toBeUndefined();
  expect(document.querySelector('button')?.textContent).toBe('Log in');
});

test('the second step goes on in the site', async () => {
  const details = { challenge: 'challenge-token' };
  answerWith(401, { error: { code: 'second_factor_required', message: 'Enter your code.', details } });
  fillIn();
  press();
  await awaitFirstAnswer();
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

test('a link to the log-in remembers the page and the team, as it does once the site is there', () => {
  const { onClick, 'data-keep': keep } = comeBackTo('/e/K7M2QF', 'K7M2QF');
  const link = document.createElement('a');
  link.dataset.keep = keep;
  document.getElementById('first')?.append(link);
  link.append(document.createElement('b'));
  link.querySelector('b')?.click();
  expect([findLastLocation(), takePendingFollow('K7M2QF')]).toEqual(['/e/K7M2QF', true]);
  localStorage.clear();
  onClick();
  expect([findLastLocation(), takePendingFollow('K7M2QF')]).toEqual(['/e/K7M2QF', true]);
});

test('a site that begins to run while a link is followed leaves the page to come back to as it is', () => {
  const page = '/view-album/3f0c1f0e-8d1c-4f6e-9c1b-0a1b2c3d4e5f';
  document.documentElement.dataset.first = page;
  window.history.replaceState(null, '', page);
  runFirstScript();
  rememberArrival(page);
  expect(findLastLocation()).toBe(page);
  const link = document.createElement('a');
  link.dataset.keep = comeBackTo('/events/3/album/12')['data-keep'];
  document.getElementById('first')?.append(link);
  link.click();
  rememberArrival(page);
  expect(findLastLocation()).toBe('/events/3/album/12');
  rememberArrival('/events');
  expect(findLastLocation()).toBe('/events');
});

const MY_ALBUMS = addressOf(foundAlbumEndpoints.myAlbums, { query: { limit: 200 } });

test.each([
  ['/', MY_ALBUMS],
  ['/events', addressOf(catalogueEndpoints.listEvents, {})],
  ['/events/3/album/12', MY_ALBUMS],
  ['/user-album/12', MY_ALBUMS],
])('the data of %s is on its way before the site is there, for nobody else', async (path, address) => {
  const fetches = answerWith(200, { found: [] });
  localStorage.setItem('ACCESS_TOKEN', 'token-1');
  window.history.replaceState(null, '', path);
  runFirstScript();
  const headers = { accept: 'application/json', authorization: 'Bearer token-1' };
  expect(fetches).toHaveBeenCalledExactlyOnceWith(address, { headers });
  expect(takeFirstResponse(address, 'token-2')).toBeUndefined();
  expect(takeFirstResponse(address, undefined)).toBeUndefined();
  expect((await takeFirstResponse(address, 'token-1'))?.status).toBe(200);
  expect(takeFirstResponse(address, 'token-1')).toBeUndefined();
});

test('the purchase page begins with two calls, and each is taken once', async () => {
  const fetches = answerWith(200, {});
  const uuid = '3f0c1f0e-8d1c-4f6e-9c1b-0a1b2c3d4e5f';
  const album = addressOf(catalogueEndpoints.getAlbumByUuid, { params: { uuid } });
  localStorage.setItem('ACCESS_TOKEN', 'token-1');
  window.history.replaceState(null, '', `/purchaseAlbum/${uuid}`);
  runFirstScript();
  expect(fetches).toHaveBeenCalledTimes(2);
  for (const address of [album, MY_ALBUMS]) {
    expect((await takeFirstResponse(address, 'token-1'))?.status).toBe(200);
    expect(takeFirstResponse(address, 'token-1')).toBeUndefined();
  }
});

test.each(['/events/3', '/user-profile', '/receipt/12'])('%s asks for nothing early', (path) => {
  const fetches = answerWith(200, {});
  localStorage.setItem('ACCESS_TOKEN', 'token-1');
  window.history.replaceState(null, '', path);
  runFirstScript();
  expect(fetches).not.toHaveBeenCalled();
});

test('the first pictures do not wait behind the files of the site', () => {
  answerWith(200, {});
  localStorage.setItem('ACCESS_TOKEN', 'token-1');
  window.history.replaceState(null, '', '/');
  runFirstScript();
  const script = document.head.querySelector<HTMLScriptElement>('script[src="/first-pictures.js"]');
  expect(script?.fetchPriority).toBe('high');
});

const ALBUM_PATH = '/view-album/3f0c1f0e-8d1c-4f6e-9c1b-0a1b2c3d4e5f';

test.each([
  [
    'home of somebody who is logged in, behind its data',
    'token-1',
    '/',
    ['low modulepreload /assets/home-1.js'],
  ],
  ['the log-in, once the page can be used', undefined, '/', ['low later /assets/login-2.js']],
  ['a poster, once the page can be used', undefined, '/e/SPRING', ['low later /assets/poster-3.js']],
  ['a shared album, once the page can be used', undefined, ALBUM_PATH, ['low later /assets/view-4.js']],
  ['an event of a visitor: none', undefined, '/events', []],
])('files of the page are asked for: %s', (_, token, path, expected) => {
  answerWith(200, {});
  const { documentElement, head } = document;
  const files = { '/': 'home-1', login: 'login-2', poster: 'poster-3', 'view-album': 'view-4' };
  documentElement.dataset.files = JSON.stringify(
    Object.fromEntries(Object.entries(files).map(([page, file]) => [page, [`assets/${file}.js`]])),
  );
  documentElement.dataset.first = path === '/' ? 'login' : path;
  window.history.replaceState(null, '', path);
  if (token) localStorage.setItem('ACCESS_TOKEN', token);
  runFirstScript();
  const links = [...head.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"], link[rel="later"]')];
  for (const link of links) link.remove();
  delete documentElement.dataset.files;
  expect(links.map((link) => `${link.fetchPriority} ${link.rel} ${link.getAttribute('href')}`)).toEqual(
    expected,
  );
});

describe('the script of the site', () => {
  const later = '<link rel="later" href="/assets/react-1.js"><script type="later" src="/assets/index-2.js">';
  const findScript = () => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src;
  const isPreloaded = () => document.querySelector('link[rel="modulepreload"]') !== null;
  const show = () => document.getElementById('root')?.insertAdjacentHTML('beforeend', later);

  test.each([
    ['a field is focused', () => field('identifier').focus()],
    ['a key is pressed', () => field('identifier').dispatchEvent(new Event('keydown', { bubbles: true }))],
    [
      'a finger comes down',
      () => field('password').dispatchEvent(new Event('pointerdown', { bubbles: true })),
    ],
    ['somebody reads on', () => document.dispatchEvent(new Event('scroll'))],
  ])('comes once %s', (_, happen) => {
    show();
    expect([findScript(), isPreloaded()]).toEqual([undefined, false]);
    happen();
    expect([findScript(), isPreloaded()]).toEqual([`${window.location.origin}/assets/index-2.js`, true]);
    window.dispatchEvent(new Event('load'));
    expect(document.querySelectorAll('script[type="module"]')).toHaveLength(1);
  });

  test.each([
    ['login', '/login'],
    [ALBUM_PATH, ALBUM_PATH],
  ])('waits for a touch on %s, with its files at hand', (first, path) => {
    document.documentElement.dataset.first = first;
    window.history.replaceState(null, '', path);
    runFirstScript();
    show();
    window.dispatchEvent(new Event('load'));
    expect([findScript(), isPreloaded()]).toEqual([undefined, true]);
  });

  test.each([
    ['what needs it is in view', true],
    ['what needs it is further down', false],
  ])('on the log-in, when %s: %j', (_, isIntersecting) => {
    let tell = (_seen: { isIntersecting: boolean }[]) => {};
    const Observer = class {
      observe = vi.fn();
      constructor(heard: typeof tell) {
        tell = heard;
      }
    };
    vi.stubGlobal('IntersectionObserver', Observer);
    show();
    document.getElementById('first')?.insertAdjacentHTML('beforeend', '<div data-unfilled></div>');
    window.dispatchEvent(new Event('load'));
    tell([{ isIntersecting }]);
    expect(findScript() !== undefined).toBe(isIntersecting);
  });

  test.each([
    ['login', '/login?restore=abc'],
    ['/e/ABC234', '/e/ABC234'],
  ])('comes once everything of the page has loaded at %s %s', (first, path) => {
    document.documentElement.dataset.first = first;
    window.history.replaceState(null, '', path);
    runFirstScript();
    show();
    expect(findScript()).toBeUndefined();
    window.dispatchEvent(new Event('load'));
    expect(findScript()).toBe(`${window.location.origin}/assets/index-2.js`);
  });

  test('comes at once for somebody who is logged in', () => {
    answerWith(200, {});
    localStorage.setItem('ACCESS_TOKEN', 'token-1');
    runFirstScript();
    show();
    document.dispatchEvent(new Event('DOMContentLoaded'));
    expect(findScript()).toBe(`${window.location.origin}/assets/index-2.js`);
  });
});

test('a button that only the site can serve is pressed again, once', () => {
  const root = document.getElementById('root') as HTMLElement;
  document
    .getElementById('first')
    ?.insertAdjacentHTML('beforeend', '<button type="button" aria-label="Help"></button>');
  root.querySelector<HTMLElement>('[aria-label="Help"]')?.click();
  root.innerHTML = '<button type="button">Clear</button><button type="button" aria-label="Help"></button>';
  const presses: (string | null)[] = [];
  root.addEventListener('click', ({ target }) => presses.push((target as HTMLElement).ariaLabel));
  pressAgain(root);
  pressAgain(root);
  expect(presses).toEqual(['Help']);
});

test.each(['pointerup', 'pointercancel', 'contextmenu'])(
  'the site waits for a finger on the page until %s',
  async (end) => {
    let isReleased = false;
    document.dispatchEvent(new Event('pointerdown'));
    const released = awaitRelease().then(() => {
      isReleased = true;
    });
    await new Promise((resolve) => setTimeout(resolve));
    expect(isReleased).toBe(false);
    document.dispatchEvent(new Event(end));
    await released;
  },
);

test('a shared album is remembered for the log-in, also if the site never runs', () => {
  const path = '/view-album/3f0c1f0e-8d1c-4f6e-9c1b-0a1b2c3d4e5f';
  document.documentElement.dataset.first = path;
  window.history.replaceState(null, '', path);
  runFirstScript();
  expect(findLastLocation()).toBe(path);
});

test('data that nobody took in time is asked for again', () => {
  answerWith(200, []);
  localStorage.setItem('ACCESS_TOKEN', 'token-1');
  window.history.replaceState(null, '', '/events');
  runFirstScript();
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 20_000);
  expect(takeFirstResponse('/api/events', 'token-1')).toBeUndefined();
});

test.each([
  ['somebody who is logged in', '/login', 'token-1'],
  ['a page that was kept for another address', '/events', undefined],
])('the log-in is hidden from %s', (_, path, token) => {
  window.history.replaceState(null, '', path);
  if (token) localStorage.setItem('ACCESS_TOKEN', token);
  runFirstScript();
  expect(document.documentElement.dataset.firstHidden).toBe('');
});

describe('the form of another page', () => {
  const ASK = '/api/posters/K7M2QF/ask';
  const show = () => {
    document.documentElement.dataset.first = '/e/K7M2QF';
    window.history.replaceState(null, '', '/e/K7M2QF');
    const first = document.getElementById('first') as HTMLElement;
    first.innerHTML = `<form data-call="${ASK}" data-more='{"agreed":true}' data-done="Check your e-mail.">
      <input name="email"><button type="submit" data-more='{"to":"/here"}'>See the photos</button></form>`;
  };

  test('is sent with what it adds, and says what to do next', async () => {
    const fetches = answerWith(200, { sent: true });
    show();
    field('email').value = 'parent@example.test';
    press();
    await awaitFirstAnswer();
    const sent = { email: 'parent@example.test', agreed: true, to: '/here' };
    expect(fetches).toHaveBeenCalledExactlyOnceWith(
      ASK,
      expect.objectContaining({ body: JSON.stringify(sent) }),
    );
    expect(takeSent(ASK)).toMatchObject({ sent, status: 200 });
    expect(document.querySelector('[role="status"]')?.textContent).toBe('Check your e-mail.');
  });

  test('names the field that the server refuses', async () => {
    const details = [{ path: 'body/email', message: 'Enter a valid e-mail address' }];
    answerWith(400, { error: { code: 'invalid_request', message: 'The request is not valid.', details } });
    show();
    field('email').value = 'parent@';
    press();
    await expect.poll(() => failureBefore(ASK)).toBe('Enter a valid e-mail address');
  });

  test('keeps a phone number until the site is there', () => {
    const fetches = answerWith(200, {});
    show();
    field('email').value = '303 555 0142';
    press();
    expect(fetches).not.toHaveBeenCalled();
    expect(document.querySelector('button')?.textContent).toBe('One moment…');
    expect([takeWaiting(), takeWaiting()]).toEqual([true, false]);
  });

  test.each([
    ['a visitor', '', undefined, false],
    ['somebody who is logged in', '', 'token-1', true],
    ['an invited person', '?invite=abc', undefined, true],
  ])('is there for %s, or hidden', (_, search, token, isHidden) => {
    answerWith(200, {});
    show();
    window.history.replaceState(null, '', `/e/K7M2QF${search}`);
    if (token) localStorage.setItem('ACCESS_TOKEN', token);
    runFirstScript();
    expect(document.documentElement.dataset.firstKnown !== undefined).toBe(isHidden);
  });

  test('comes with the answer to the first call of its page, which is taken once', async () => {
    answerWith(200, { code: 'CCC222' });
    show();
    document.documentElement.dataset.firstData = '/api/posters/K7M2QF';
    runFirstScript();
    expect(takeFirstResponse('/api/posters/OTHER2', undefined)).toBeUndefined();
    expect(await (await takeFirstResponse('/api/posters/K7M2QF', undefined))?.json()).toEqual({
      code: 'CCC222',
    });
    expect(takeFirstResponse('/api/posters/K7M2QF', undefined)).toBeUndefined();
  });
});
