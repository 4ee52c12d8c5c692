import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { contract } from '#contract/contract.ts';
import type { EndpointShape } from '#contract/endpoint.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { issueImageToken } from '#server/platform/security/image-tokens.ts';
import { buildAlbum, buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser, mailedToken } from '#server/testing/factories.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp();

/** They answer HEAD with the length of their bytes; tests of each say that it counts nothing. */
const FILES = [
  '/album-zips/:token',
  '/images/:a/:b',
  '/link-pictures/:kind/:key',
  '/mail-covers/:token',
  '/pass/pictures/:name',
  '/photo-links/pictures/:name',
  '/picture-access/:a',
  '/reference-pictures/:token',
  '/settings/watermark-preview',
  '/support/attachments/:token',
  '/wall/pictures/:name',
];

const gets = contract.filter(({ method }) => method === 'GET');
const pathOf = ({ path }: EndpointShape) =>
  `/api${path}`.replace(/:(\w+)/g, (_, name: string) => (name === 'uuid' ? randomUUID() : '1'));

describe('HEAD', () => {
  test.each(gets.filter(({ path }) => !FILES.includes(path)).map((one) => [one.path, one] as const))(
    'of %s is not served, so it does nothing',
    async (_path, endpoint) => {
      const { token } = await buildUser(testApp, { role: 'super' });
      const { status } = await testApp.request({
        method: 'HEAD',
        url: pathOf(endpoint),
        headers: { authorization: `Bearer ${token}` },
      });
      expect(status).toBe(404);
    },
  );

  test('is served for files only', () => {
    expect(
      gets
        .filter(({ raw, path }) => raw && FILES.includes(path))
        .map(({ path }) => path)
        .sort(),
    ).toEqual(FILES);
  });

  test('of a view and of a log-in link spends neither', async () => {
    const user = await buildUser(testApp);
    const headers = { authorization: `Bearer ${user.token}` };
    const album = await buildAlbum(testApp);
    const { body: found } = await testApp.call(foundAlbumEndpoints.findAlbum, {
      token: user.token,
      body: { album: album.id, event: album.eventId },
    });
    await testApp.request({ method: 'HEAD', url: `/api/user-found-albums/${found.id}/view`, headers });
    const { db } = testApp.context;
    expect(await db.selectFrom('userAlbumViews').selectAll().execute()).toEqual([]);
    const loginToken = await mailedToken(testApp, user.email, 'login');
    const url = `/api/passwordless/login?loginToken=${loginToken}`;
    await testApp.request({ method: 'HEAD', url });
    expect((await testApp.request({ method: 'GET', url })).status).toBe(200);
  });

  test('of an original does not take it', async () => {
    const user = await buildUser(testApp);
    const album = await buildAlbum(testApp);
    const image = await buildImage(testApp, album);
    const { id } = await buildEntitlement(testApp, user, album);
    const grant = { folderUuid: album.uuid, userId: user.id, scope: { kind: 'originals' as const } };
    const auth = issueImageToken(testApp.context, grant, 30);
    const url = `/api/images/${album.uuid}/${image.id}.original?auth=${auth}`;
    const takenAt = async () =>
      (
        await testApp.context.db
          .selectFrom('entitlements')
          .select('takenAt')
          .where('id', '=', id)
          .executeTakeFirstOrThrow()
      ).takenAt;
    expect((await testApp.request({ method: 'HEAD', url })).status).toBe(200);
    expect(await takenAt()).toBeNull();
    expect((await testApp.app.inject({ url })).statusCode).toBe(200);
    expect(await takenAt()).not.toBeNull();
  });
});
