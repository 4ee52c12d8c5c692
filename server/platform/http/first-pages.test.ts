import { expect, test } from 'vitest';
import { withFirstPage } from './first-pages.ts';

const PAGE =
  '<html lang="en"><body><div id="root"><p class="boot" role="status">Loading...</p></div></body></html>';
const PAGES = {
  login: '<form>%SITE_NAME%</form>',
  link: '<h1>%HEADLINE%</h1><p>%LINE%</p><p>%DESCRIPTION%</p>',
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

test('a shared link says what it is about, in escaped words', () => {
  const page = withFirstPage(PAGE, PAGES, { path: '/e/abc234', name: 'Encore', tags: TAGS });
  expect(page).toContain('<html data-first="/e/abc234"');
  expect(page).toContain(
    '<h1>&lt;b&gt;Royals&lt;/b&gt;</h1><p>Nationals, %SITE_NAME%</p><p>Photos are up.</p>',
  );
});

test('any other page only says that it loads', () => {
  expect(withFirstPage(PAGE, PAGES, { path: '/events', name: 'Encore', tags: undefined })).toBe(PAGE);
});
