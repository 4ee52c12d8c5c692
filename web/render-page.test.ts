import { expect, test } from 'vitest';
import type { Poster } from '#contract/endpoints/posters.ts';
import { renderPage } from '#web/render-page.tsx';
import { buildAlbum, buildEvent } from '#web/testing/demo-albums.ts';

const album = { ...buildAlbum(3), events: [buildEvent()] };
const poster: Poster = {
  code: 'CCC222',
  event: {
    name: 'Crown <Nationals>',
    brand_name: 'Crown',
    venue_name: 'Ball Arena',
    city: 'Denver',
    state: 'CO',
    start_date: '2026-11-14',
    last_date: '2026-11-14',
    time_zone: 'UTC',
    picture: 'other',
  },
  team: {
    code: 'K7M2QF',
    program_name: 'Northshore',
    team_name: 'Royals',
    division_name: 'Senior 4',
    performance_order: 42,
    planned_at: null,
    is_up: true,
  },
  albums_up: 1,
  teams_total: 1,
};

const ANSWERS: Record<string, unknown> = {
  '/api/site': { site_name: 'Encore' },
  '/api/landing': {
    events: [],
    prices: { photo: 1, photos: null, athlete: null, album: 1995, share: 285 },
  },
  '/api/legal': {
    version: 3,
    changed_at: null,
    terms: 'Be kind.',
    privacy: 'Guardamos poco.',
    languages: { terms: 'en', privacy: 'es' },
  },
  '/api/posters/K7M2QF': poster,
  [`/api/albums/uuid/${album.uuid}`]: album,
};

const render = (url: string, language: 'en' | 'es' = 'en') =>
  renderPage({
    url,
    language,
    nonce: 'nonce-1',
    call: async (_method, address) => {
      if (!(address in ANSWERS)) throw new Error(`${address} is refused`);
      return ANSWERS[address];
    },
  });

test('the front page sells before it asks, and leads to the log-in', async () => {
  const { html = '' } = (await render('/')) ?? {};
  expect(html).toContain('They practiced all year. We caught the moment.');
  expect(html).toMatch(/<input[^>]* name="team"/);
  expect(html).toContain('href="/login?code=true"');
  expect(html).not.toContain('<dialog');
});

test.each(['/login', '/Login', '/login?restore='])('%s has the log-in, which React sends', async (url) => {
  const { html = '' } = (await render(url)) ?? {};
  expect(html).toContain('They practiced all year. We caught the moment.');
  expect(html).toContain('<dialog open=""');
  expect(html).toMatch(/<form[^>]* action="javascript:throw new Error/);
  expect(html).toMatch(/<input[^>]* name="password"/);
  expect(html).toMatch(/<script nonce="nonce-1">[^<]*reactFormReplay/);
  expect(html).not.toMatch(/<script>/);
});

test('the page of a poster names event and team, and asks for an address', async () => {
  const { html = '', data } = (await render('/e/k7m-2qf')) ?? {};
  expect(html).toContain('Crown &lt;Nationals&gt;');
  expect(html).toContain('Northshore Royals');
  expect(html).toContain('name="email"');
  expect(JSON.parse(data ?? '').queries.map(({ queryKey }: { queryKey: string[] }) => queryKey[0])).toEqual(
    expect.arrayContaining(['site', 'poster']),
  );
});

test('a shared album names its team and lets a visitor choose what comes after the code', async () => {
  const { html = '' } = (await render(`/view-album/${album.uuid}`)) ?? {};
  expect(html).toContain(album.program_name);
  expect(html).toMatch(/<button[^>]* name="to"[^>]*>/);
});

test('the terms are in the page', async () => {
  expect((await render('/terms'))?.html).toContain('Be kind.');
});

test('a text without a translation says so in Spanish, and is marked as English', async () => {
  const { html = '' } = (await render('/terms', 'es')) ?? {};
  expect(html).toMatch(/lang="en"[\s\S]*<p lang="es"[^>]*>Este texto solo está en inglés\.[\s\S]*Be kind\./);
  const translated = (await render('/privacy', 'es'))?.html ?? '';
  expect(translated).toContain('Guardamos poco.');
  expect(translated).not.toContain('Este texto solo está en inglés.');
});

test.each(['/events', '/admin', '/nowhere', '/e/nope', '/view-album/12', '/unsubscribe'])(
  '%s is left to the browser',
  async (url) => {
    expect(await render(url)).toBeUndefined();
  },
);

test('a page whose call is refused is left to the browser', async () => {
  await expect(render('/e/CCC222')).rejects.toThrow('is refused');
});
