import { describe, expect, test } from 'vitest';
import { withFirstPage } from './first-pages.ts';

const PAGE =
  '<html lang="en"><body><div id="root"><p class="boot" role="status">Loading...</p></div></body></html>';
const PAGES = {
  login: '<form>%SITE_NAME%</form>',
  link: '<h1>%HEADLINE%</h1><p>%LINE%</p><p>%DESCRIPTION%</p>',
  'poster-up': '<h1>%EVENT%</h1><form data-call="/api/posters/%CODE%/ask"></form>',
};
const TAGS = {
  title: 'Royals at Nationals',
  description: 'Photos are up.',
  headline: '<b>Royals</b>',
  line: 'Nationals, %SITE_NAME%',
  path: '/e/ABC234',
  picture: '/api/link-pictures/poster/ABC234',
};

test.each(['/', '/login', '/Login'])('the log-in is part of %s before any script', (path) => {
  const page = withFirstPage(PAGE, PAGES, { path, name: 'Stage & Co', tags: undefined });
  expect(page).toContain('<html data-first="login" lang="en">');
  expect(page).toContain('Loading...</p><div id="first"><form>Stage &amp; Co</form></div>');
});

test.each([
  ['/login', 'Log in · Stage &amp; Co'],
  ['/', 'Stage &amp; Co'],
])('%s has its title before any script: %s', (path, title) => {
  const named = PAGE.replace('<body>', '<head><title>Stage &amp; Co</title></head><body>');
  const page = withFirstPage(named, PAGES, { path, name: 'Stage & Co', tags: undefined });
  expect(page).toContain(`<title>${title}</title>`);
});

test('a shared link says what it is about, in escaped words', () => {
  const page = withFirstPage(PAGE, PAGES, { path: '/e/abc234', name: 'Encore', tags: TAGS });
  expect(page).toContain('<html data-first="/e/abc234"');
  expect(page).toContain(
    '<h1>&lt;b&gt;Royals&lt;/b&gt;</h1><p>Nationals, %SITE_NAME%</p><p>Photos are up.</p>',
  );
});

test('the page of a poster has its form, and names the call that the script begins with', () => {
  const first = {
    page: 'poster-up' as const,
    words: { EVENT: '"Crown" <b>', CODE: 'ABC234' },
    data: '/api/posters/ABC234',
  };
  const page = withFirstPage(PAGE, PAGES, { path: '/e/ABC234', name: 'Encore', tags: { ...TAGS, first } });
  expect(page).toContain('<html data-first="/e/ABC234" data-first-data="/api/posters/ABC234" lang="en">');
  expect(page).toContain(
    '<h1>&quot;Crown&quot; &lt;b&gt;</h1><form data-call="/api/posters/ABC234/ask"></form>',
  );
});

describe('the script of the site', () => {
  const SCRIPTS =
    '<link rel="modulepreload" href="/assets/react-1.js"><script type="module" src="/assets/index-2.js"></script>';
  const open = (path: string, page: 'album' | 'poster-up') =>
    withFirstPage(
      PAGE.replace('<body>', `<head>${SCRIPTS}</head><body>`),
      { ...PAGES, album: '<h1>%EVENT%</h1>' },
      { path, name: 'Encore', tags: { ...TAGS, first: { page, words: {}, data: '/api/posters/ABC234' } } },
    );

  test.each([
    ['/login', 'poster-up' as const],
    ['/Login', 'poster-up' as const],
    ['/e/ABC234', 'poster-up' as const],
    ['/view-album/3f0c1f0e', 'album' as const],
  ])('comes after what %s shows', (path, kind) => {
    const page = open(path, kind);
    expect(page).toContain('<link rel="later" href="/assets/react-1.js">');
    expect(page).toContain('<script type="later" src="/assets/index-2.js"></script>');
  });

  test('comes at once for /, where home has the same address', () => {
    expect(open('/', 'album')).toContain(SCRIPTS);
  });
});

test('any other page only says that it loads', () => {
  expect(withFirstPage(PAGE, PAGES, { path: '/events', name: 'Encore', tags: undefined })).toBe(PAGE);
});
