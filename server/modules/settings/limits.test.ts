import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { downloadEndpoints } from '#contract/endpoints/downloads.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { DEFAULT_SITE_SETTINGS, settingsEndpoints } from '#contract/endpoints/settings.ts';
import { siteEndpoints } from '#contract/endpoints/site.ts';
import { buildAlbum, buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { fetchZip, zipPath } from '#server/testing/fetch-zip.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const testApp = startTestApp();
let address = '';
let staff: TestUser;

beforeAll(async () => {
  address = await testApp.app.listen({ host: '127.0.0.1', port: 0 });
  staff = await buildUser(testApp, { role: 'super' });
});

const { view_limit, view_limit_with_images, download_limit } = DEFAULT_SITE_SETTINGS;
const DELIVERED = { view_limit, view_limit_with_images, download_limit };

async function set(body: Partial<typeof DELIVERED>): Promise<void> {
  const { status } = await testApp.call(settingsEndpoints.changeSettings, { token: staff.token, body });
  expect(status).toBe(200);
}

afterEach(() => set(DELIVERED));

async function buildFinder() {
  const { token } = await buildUser(testApp);
  const { id: album, eventId: event } = await buildAlbum(testApp);
  const { body } = await testApp.call(foundAlbumEndpoints.findAlbum, { token, body: { album, event } });
  const mine = async () => (await testApp.call(foundAlbumEndpoints.myAlbums, { token })).body.found[0];
  const viewAtOnce = async (times: number) => {
    const call = { token, params: { id: body.id } };
    const views = Array.from({ length: times }, () => testApp.call(foundAlbumEndpoints.viewAlbum, call));
    return (await Promise.all(views)).filter(({ status }) => status === 200).length;
  };
  return { mine, viewAtOnce };
}

describe('the number of views', () => {
  test('applies at once where it is raised, exactly to views at the same moment', async () => {
    const { mine, viewAtOnce } = await buildFinder();
    expect(await viewAtOnce(20)).toBe(10);
    await set({ view_limit: 13 });
    expect(await mine()).toMatchObject({ views_allowed: 13 });
    expect(await viewAtOnce(20)).toBe(3);
    expect((await mine())?.user_album_views).toHaveLength(13);
  });

  test('lowered below what is used gives no further view, and takes none away', async () => {
    const { mine, viewAtOnce } = await buildFinder();
    expect(await viewAtOnce(5)).toBe(5);
    await set({ view_limit: 3 });
    expect(await viewAtOnce(5)).toBe(0);
    expect(await mine()).toMatchObject({ views_allowed: 3 });
    expect((await mine())?.user_album_views).toHaveLength(5);
    await set({ view_limit: 6 });
    expect(await viewAtOnce(5)).toBe(1);
  });

  test('of those who bought images is their own', async () => {
    const user = await buildUser(testApp);
    const album = await buildAlbum(testApp);
    const { id: imageId } = await buildImage(testApp, album);
    await buildEntitlement(testApp, user, album, { imageId });
    const body = { album: album.id, event: album.eventId };
    await set({ view_limit_with_images: 21 });
    const found = await testApp.call(foundAlbumEndpoints.findAlbum, { token: user.token, body });
    expect(found.body).toMatchObject({ bought_images: 1, views_allowed: 21 });
  });
});

async function buildOwner(downloadsUsed: number) {
  const user = await buildUser(testApp);
  const album = await buildAlbum(testApp);
  await buildImage(testApp, album);
  const { id } = await buildEntitlement(testApp, user, album, { downloadsUsed });
  const newUrl = async () => address + (await zipPath(testApp, user, id));
  const mine = async () =>
    (await testApp.call(downloadEndpoints.myDownloads, { token: user.token })).body.albums[0];
  return { newUrl, mine };
}

describe('the number of downloads', () => {
  test('applies at once where it is raised, exactly to downloads at the same moment', async () => {
    const { newUrl, mine } = await buildOwner(15);
    await expect(newUrl()).rejects.toThrow('downloads_used_up');
    await set({ download_limit: 17 });
    const urls = await Promise.all(Array.from({ length: 6 }, newUrl));
    const transfers = await Promise.all(urls.map((url) => fetchZip(url)));
    expect(transfers.filter(({ status, isComplete }) => status === 200 && isComplete)).toHaveLength(2);
    expect(await mine()).toMatchObject({ downloads_used: 17, downloads_max: 17 });
  });

  test('lowered below what is used ends an address that was given before', async () => {
    const { newUrl, mine } = await buildOwner(5);
    const url = await newUrl();
    await set({ download_limit: 4 });
    expect((await fetchZip(url)).status).toBe(403);
    await expect(newUrl()).rejects.toThrow('downloads_used_up');
    expect(await mine()).toMatchObject({ downloads_used: 5, downloads_max: 4 });
  });
});

test('pages learn both limits before anyone logs in', async () => {
  await set({ view_limit: 12, download_limit: 20 });
  expect((await testApp.call(siteEndpoints.getSite)).body).toMatchObject({
    view_limit: 12,
    download_limit: 20,
  });
});
