import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type ImageScope, issueImageToken } from '#server/platform/security/image-tokens.ts';
import { holdAlbum } from '#server/testing/athletes.ts';
import { buildAlbum, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp();
let user: TestUser;
let album: TestAlbum;
let image: Awaited<ReturnType<typeof buildImage>>;
let other: Awaited<ReturnType<typeof buildImage>>;

beforeAll(async () => {
  user = await buildUser(testApp);
  album = await buildAlbum(testApp);
  image = await buildImage(testApp, album, { fileName: 'Größe "1".jpg' });
  other = await buildImage(testApp, album);
  await buildEntitlement(testApp, user, album);
});

const PREVIEWS: ImageScope = { kind: 'previews' };

function tokenFor(scope: ImageScope = PREVIEWS, minutes = 30, { id: userId } = user): string {
  return issueImageToken(testApp.context, { folderUuid: album.uuid, userId, scope }, minutes);
}

async function get(name: string, auth: string | undefined, headers: Record<string, string> = {}) {
  const response = await testApp.app.inject({
    url: `/api/images/${album.uuid}/${name}${auth === undefined ? '' : `?auth=${auth}`}`,
    headers,
  });
  const { statusCode: status, body, headers: received } = response;
  const code = String(received['content-type']).includes('json') ? response.json().error.code : undefined;
  return { status, body, code, headers: received };
}

const REFUSED = { status: 403, code: 'image_token_invalid' };

describe('a picture', () => {
  test('is sent with headers for one person and no longer than its token lives', async () => {
    const thumb = await get(`${image.id}.thumb`, tokenFor());
    expect(thumb).toMatchObject({ status: 200, body: `thumb ${image.id}` });
    expect(thumb.headers).toMatchObject({
      'content-type': 'image/webp',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
    });
    const visitor = await buildUser(testApp);
    await holdAlbum(testApp, visitor, album);
    onTestFinished(testApp.stopClock());
    const marked = await get(`${image.id}.thumb`, tokenFor(PREVIEWS, 30, visitor));
    expect(marked.headers['cache-control']).toBe('private, max-age=1800');
    const brief = await get(`${image.id}.thumb`, tokenFor(PREVIEWS, 5, visitor));
    expect(brief.headers['cache-control']).toBe('private, max-age=300');
  });

  test('that is larger than a thumb is asked for again after five seconds at most', async () => {
    const preview = await get(`${image.id}.preview`, tokenFor());
    expect(preview.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, max-age=5',
    });
    const original = await get(`${image.id}.original`, tokenFor({ kind: 'originals' }));
    expect(original.headers['cache-control']).toBe('private, max-age=0');
  });

  test('that the browser has is not sent again', async () => {
    const { headers } = await get(`${image.id}.thumb`, tokenFor());
    const etag = String(headers.etag);
    for (const match of [etag, `W/${etag}`, `"x", ${etag}`]) {
      expect(await get(`${image.id}.thumb`, tokenFor(), { 'if-none-match': match })).toMatchObject({
        status: 304,
        body: '',
      });
    }
    expect(await get(`${other.id}.thumb`, tokenFor(), { 'if-none-match': etag })).toMatchObject({
      status: 200,
    });
  });

  test.each([
    ['bytes=0-3', 206, 'prev', 'bytes 0-3'],
    ['bytes=2-', 206, 'eview', 'bytes 2-'],
    ['bytes=-2', 206, '', 'bytes '],
    ['bytes=5-2', 200, 'preview', undefined],
    ['bytes=0-1,3-4', 200, 'preview', undefined],
    ['bytes=1000-', 416, '', 'bytes */'],
    ['bytes=-0', 416, '', 'bytes */'],
  ])('answers "%s" with %i', async (range, status, start, contentRange) => {
    const answer = await get(`${image.id}.preview`, tokenFor(), { range });
    expect(answer.status).toBe(status);
    expect(answer.body.startsWith(start)).toBe(true);
    if (contentRange) expect(answer.headers['content-range']).toContain(contentRange);
    expect(Number(answer.headers['content-length'] ?? 0)).toBe(answer.body.length);
  });

  test('resumes only while it is the same', async () => {
    const { headers } = await get(`${image.id}.preview`, tokenFor());
    const range = { range: 'bytes=1-2' };
    const same = { ...range, 'if-range': String(headers.etag) };
    expect(await get(`${image.id}.preview`, tokenFor(), same)).toMatchObject({ status: 206, body: 're' });
    const changed = { ...range, 'if-range': '"old"' };
    expect(await get(`${image.id}.preview`, tokenFor(), changed)).toMatchObject({ status: 200 });
  });

  test('has a length and no body for HEAD', async () => {
    const url = `/api/images/${album.uuid}/${image.id}.thumb?auth=${tokenFor()}`;
    const { statusCode, body, headers } = await testApp.app.inject({ method: 'HEAD', url });
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: '' });
    expect(headers['content-length']).toBe(String(`thumb ${image.id}`.length));
  });

  test('is in the documents', async () => {
    const { json } = await testApp.request({ url: '/api/openapi.json' });
    expect(json).toMatchObject({ paths: { '/api/images/{a}/{b}': { get: { tags: ['Images'] } } } });
  });
});

describe('a picture is refused', () => {
  test('without a token', async () => {
    expect(await get(`${image.id}.thumb`, undefined)).toMatchObject({ status: 401, code: 'not_logged_in' });
    expect(await get(`${image.id}.thumb`, '')).toMatchObject({ status: 401 });
  });

  test('with an expired one', async () => {
    const token = tokenFor(PREVIEWS, 1);
    expect(await get(`${image.id}.thumb`, token)).toMatchObject({ status: 200 });
    testApp.advanceMinutes(1.1);
    expect(await get(`${image.id}.thumb`, token)).toMatchObject(REFUSED);
  });

  test("with another album's", async () => {
    const { uuid } = await buildAlbum(testApp);
    const grant = { folderUuid: uuid, userId: user.id, scope: PREVIEWS };
    expect(await get(`${image.id}.thumb`, issueImageToken(testApp.context, grant, 30))).toMatchObject(
      REFUSED,
    );
  });

  test("with another person's, when a log-in is sent too", async () => {
    const stranger = await buildUser(testApp);
    const as = ({ token }: TestUser) => ({ authorization: `Bearer ${token}` });
    expect(await get(`${image.id}.thumb`, tokenFor(), as(stranger))).toMatchObject(REFUSED);
    expect(await get(`${image.id}.thumb`, tokenFor(), as(user))).toMatchObject({ status: 200 });
  });

  test('with one that was changed anywhere', async () => {
    const token = tokenFor({ kind: 'thumbs', imageIds: [image.id] });
    expect(await get(`${image.id}.thumb`, token)).toMatchObject({ status: 200 });
    for (let at = 0; at < token.length; at++) {
      const changed = token.slice(0, at) + (token[at] === 'a' ? 'b' : 'a') + token.slice(at + 1);
      expect(await get(`${image.id}.thumb`, changed), changed).toMatchObject(REFUSED);
    }
    const [expiry, userId, , mac] = token.split('.');
    for (const forged of [
      `${expiry}.${userId}.p.${mac}`,
      `${expiry}.${userId}.o.${mac}`,
      `${token}.x`,
      `${token}A`,
      token.slice(0, -1),
      'p',
      '...',
      'a'.repeat(3_000),
      `${expiry}.${userId}.p.${'%C3%A9'.repeat(mac?.length ?? 0)}`,
    ]) {
      expect(await get(`${image.id}.thumb`, forged), forged).toMatchObject(REFUSED);
    }
    expect(await get(`${image.id}.thumb`, `${token}&auth=${token}`)).toMatchObject(REFUSED);
  });

  const GRANTS: [ImageScope['kind'], ('thumb' | 'preview' | 'original')[], boolean][] = [
    ['previews', ['thumb', 'preview'], true],
    ['thumbs', ['thumb'], false],
    ['single', ['thumb', 'preview', 'original'], false],
    ['originals', ['thumb', 'preview', 'original'], true],
  ];
  test.each(GRANTS)('unless its scope "%s" opens the variant and the image', async (kind, variants, all) => {
    const scope = { kind, ...(all ? {} : { imageIds: [image.id] }) } as ImageScope;
    const token = tokenFor(scope);
    for (const variant of ['thumb', 'preview', 'original'] as const) {
      const opens = variants.includes(variant);
      expect(await get(`${image.id}.${variant}`, token), variant).toMatchObject(
        opens ? { status: 200 } : REFUSED,
      );
      expect(await get(`${other.id}.${variant}`, token), variant).toMatchObject(
        opens && all ? { status: 200 } : REFUSED,
      );
    }
  });

  test.each([
    '..%2f..%2f..%2fjwt-secret',
    '..%5c..%5cjwt-secret',
    '1.thumb%00',
    '0.thumb',
    '01.thumb',
    '1.thumb.part',
    '1.zip',
    '1e3.thumb',
    '99999999999.thumb',
  ])('when its name is "%s"', async (name) => {
    expect((await get(name, tokenFor({ kind: 'originals' }))).status).toBe(404);
  });

  test.each(['..', '../..', '%2e%2e', 'x'])('when its folder is "%s"', async (folder) => {
    const url = `/api/images/${folder}/1.thumb?auth=${tokenFor()}`;
    expect((await testApp.request({ url })).status).toBe(404);
  });

  test('when its file is missing, or the image is hidden or gone from the album', async () => {
    const token = tokenFor({ kind: 'originals' });
    expect(await get('2000000000.thumb', token)).toMatchObject({ status: 404 });
    const hidden = await buildImage(testApp, album, { hiddenAt: new Date() });
    expect(await get(`${hidden.id}.original`, token)).toMatchObject({ status: 404 });
    const elsewhere = await buildImage(testApp, await buildAlbum(testApp));
    expect(await get(`${elsewhere.id}.original`, token)).toMatchObject({ status: 404 });
  });
});

describe('over a real connection, where good requests take a short cut', () => {
  let address = '';
  beforeAll(async () => {
    address = await testApp.app.listen({ host: '127.0.0.1', port: 0 });
  });
  const fetchImage = (name: string, auth: string, headers: Record<string, string> = {}) =>
    fetch(`${address}/api/images/${album.uuid}/${name}?auth=${auth}`, { headers });

  test('a picture is the same, with the same headers', async () => {
    const response = await fetchImage(`${image.id}.thumb`, tokenFor());
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(`thumb ${image.id}`);
    const route = await get(`${image.id}.thumb`, tokenFor());
    for (const name of ['etag', 'content-type', 'accept-ranges', 'cross-origin-resource-policy']) {
      expect(response.headers.get(name), name).toBe(route.headers[name]);
    }
    const etag = String(response.headers.get('etag'));
    expect((await fetchImage(`${image.id}.thumb`, tokenFor(), { 'if-none-match': etag })).status).toBe(304);
    const part = await fetchImage(`${image.id}.preview`, tokenFor(), { range: 'bytes=0-2' });
    expect([part.status, await part.text()]).toEqual([206, 'pre']);
  });

  test('everything else is answered as ever', async () => {
    const expectError = async (response: Response, status: number, code: string) =>
      expect([response.status, await response.json()]).toMatchObject([status, { error: { code } }]);
    await expectError(await fetchImage(`${image.id}.thumb`, 'x.y.p.z'), 403, 'image_token_invalid');
    await expectError(await fetchImage('2000000000.thumb', tokenFor()), 404, 'not_found');
    await expectError(await fetchImage(`${image.id}.original`, tokenFor()), 403, 'image_token_invalid');
    const { token } = await buildUser(testApp);
    const bearer = { authorization: `Bearer ${token}` };
    await expectError(await fetchImage(`${image.id}.thumb`, tokenFor(), bearer), 403, 'image_token_invalid');
    const original = await fetchImage(`${image.id}.original`, tokenFor({ kind: 'originals' }));
    expect(original.status).toBe(200);
    expect((await original.arrayBuffer()).byteLength).toBe(image.sizeBytes);
    expect((await fetch(`${address}/api/health`)).status).toBe(200);
  });
});
