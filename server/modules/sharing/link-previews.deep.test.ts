import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { withTags } from '#server/platform/http/page-tags.ts';
import { i18nFor } from '#server/platform/languages/i18n.ts';
import { buildAlbum, buildEvent } from '#server/testing/catalogue-factories.ts';
import { freshIp } from '#server/testing/factories.ts';
import { buildBuyer, sharePayingApp } from '#server/testing/paying-app.ts';
import { buildPool } from '#server/testing/pools.ts';
import { drawLinkImage } from './draw-link-image.ts';
import { describeLink, pathOf, readLink } from './link-previews.ts';

const app = await sharePayingApp();

const codeOf = async (eventId: number) =>
  (
    await app.context.db
      .selectFrom('posterCodes')
      .select('code')
      .where('eventId', '=', eventId)
      .executeTakeFirstOrThrow()
  ).code;

const picture = (path: string) =>
  app.app.inject({ url: `/api/link-pictures/${path}`, remoteAddress: freshIp() });

describe('a link', () => {
  const uuid = '3f0c1f0e-8d1c-4f6e-9c1b-0a1b2c3d4e5f';
  test.each([
    [`/view-album/${uuid}`, { kind: 'album', key: uuid }],
    [`/view-album/${uuid.toUpperCase()}/`, { kind: 'album', key: uuid }],
    ['/e/k7m-2qf', { kind: 'poster', key: 'K7M2QF' }],
    ['/checkout/abcdefghijklmnop', { kind: 'pool', key: 'abcdefghijklmnop' }],
    ['/view-album/12', undefined],
    ['/e/nope', undefined],
    ['/e/K7M2QF/more', undefined],
    ['/checkout/short', undefined],
    ['/', undefined],
    ['/login', undefined],
    ['/e/', undefined],
  ])('%s is read as %j', (path, link) => {
    expect(readLink(path)).toEqual(link);
  });

  test('has one address, however it was typed', () => {
    expect(pathOf({ kind: 'poster', key: 'K7M2QF' })).toBe('/e/K7M2QF');
  });
});

describe('the words of a link', () => {
  test('of an album name team, event, photos and price', async () => {
    const event = await buildEvent(app, {
      name: 'Crown Nationals',
      startDate: '2026-11-14',
      lastDate: '2026-11-16',
    });
    const album = await buildAlbum(app, { eventId: event.id, imagesCount: 12 });
    expect(await describeLink(app.context, i18nFor('en'), { kind: 'album', key: album.uuid })).toEqual({
      title: 'Star Athletics Comets at Crown Nationals',
      description: '12 photos. The whole album is $19.95. Look before you buy.',
      headline: 'Star Athletics Comets',
      line: 'Crown Nationals, Nov 14 – 16, 2026, Austin, TX',
      price: 'The whole album $19.95',
    });
  });

  test('of a poster name the event, and say whether photos are up', async () => {
    const event = await buildEvent(app, { name: 'Crown Nationals' });
    const key = await codeOf(event.id);
    expect(await describeLink(app.context, i18nFor('en'), { kind: 'poster', key })).toMatchObject({
      title: 'Crown Nationals',
      description: expect.stringContaining('We’ll tell you when the photos are up'),
    });
    await buildAlbum(app, { eventId: event.id });
    expect(await describeLink(app.context, i18nFor('en'), { kind: 'poster', key })).toMatchObject({
      description: expect.stringContaining('The photos are up'),
    });
  });

  test('of a group order name the price of a share, and nobody', async () => {
    const owner = await buildBuyer(app);
    const { key } = await buildPool(app, { owner });
    const facts = await describeLink(app.context, i18nFor('en'), { kind: 'pool', key });
    expect(facts?.description).toMatch(/a share, 7 of 7 shares left/);
    expect(JSON.stringify(facts)).not.toContain(owner.firstName);
  });

  test('are missing where a stranger may know nothing, or the thing is over', async () => {
    const hidden = await buildAlbum(app, { publishedAt: null });
    const past = await buildEvent(app, { archived: true });
    const old = await buildAlbum(app, { eventId: past.id });
    for (const link of [
      { kind: 'album', key: hidden.uuid },
      { kind: 'album', key: old.uuid },
      { kind: 'album', key: '3f0c1f0e-8d1c-4f6e-9c1b-0a1b2c3d4e5f' },
      { kind: 'poster', key: await codeOf(past.id) },
      { kind: 'poster', key: '22222C' },
      { kind: 'pool', key: 'abcdefghijklmnop' },
    ] as const) {
      expect(await describeLink(app.context, i18nFor('en'), link)).toBeUndefined();
      expect((await picture(`${link.kind}/${link.key}`)).statusCode).toBe(404);
    }
  });
});

describe('the picture of a link', () => {
  test('is a PNG of 1200 x 630 that caches may keep', async () => {
    const event = await buildEvent(app);
    const response = await picture(`poster/${await codeOf(event.id)}`);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=3600',
      etag: expect.any(String),
    });
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({ width: 1200, height: 630 });
    expect(response.rawPayload.length).toBeLessThan(300_000);
  });

  test.each([
    ['quotes and tags', `"O'Hara" <b>&amp; </svg><script>`],
    ['emoji', '🎀 Stars 🌟'],
    ['only emoji', '🎀🌟'],
    ['one endless word', 'W'.repeat(160)],
    ['very long words', 'Northshore Elite Championship '.repeat(20)],
    ['another script', '日本 Ελλάδα'],
    ['accents', 'Zoë Åström Żółw'],
    ['nothing', ''],
  ])('is drawn with %s', async (_name, text) => {
    const facts = { title: text, description: text, headline: text, line: text, price: text };
    const drawn = await drawLinkImage(facts, 'Encore');
    expect(await sharp(drawn).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' });
    // The words stay inside: the outermost columns show only the background.
    const { data } = await sharp(drawn)
      .extract({ left: 1180, top: 0, width: 20, height: 630 })
      .greyscale()
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(Math.max(...data)).toBeLessThan(200);
  });

  test.each(['photo/K7M2QF', 'poster/..%2f', 'poster/x', 'album/%00'])('%s is unknown', async (path) => {
    expect((await picture(path)).statusCode).toBe(404);
  });
});

describe('the tags of a page', () => {
  const shell = '<head><title>Encore</title><meta name="description" content="x" /></head>';
  const site = { name: 'Enc"ore', url: 'https://encore.test' };
  const WORDS = { path: '/e/K7M2QF', picture: '/api/link-pictures/x' };
  const tags = (title: string) => withTags(shell, { ...WORDS, title, description: title }, site);

  test('name the page, its one address and its picture', () => {
    const html = tags('Crown');
    expect(html).toContain('<title>Crown · Enc&quot;ore</title>');
    expect(html).toContain('<meta name="description" content="Crown" />');
    expect(html).toContain('<link rel="canonical" href="https://encore.test/e/K7M2QF" />');
    expect(html).toContain('<meta property="og:image" content="https://encore.test/api/link-pictures/x" />');
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image" />');
    expect(html.match(/<meta name="description"/g)).toHaveLength(1);
  });

  test.each(['"><script>alert(1)</script>', "' onload='x", '$& $1 $`', '</title><b>', '🎀 & <'])(
    'escape %j',
    (name) => {
      const html = tags(name);
      expect(html).not.toContain('<script>');
      expect(html).not.toContain('<b>');
      const [, content = ''] = /og:title" content="([^"]*)"/.exec(html) ?? [];
      const plain = content
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&');
      expect(plain).toBe(name);
    },
  );
});
