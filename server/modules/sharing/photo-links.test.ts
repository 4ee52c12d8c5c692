import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { SentBody } from '#contract/endpoint.ts';
import { imageEndpoints } from '#contract/endpoints/images.ts';
import {
  MAX_PHOTO_LINKS,
  photoLinkEndpoints,
  photoLinkListEndpoints,
} from '#contract/endpoints/photo-links.ts';
import { photoLinkList } from '#contract/lists/users.ts';
import { exportRest } from '#server/platform/personal-data/export-rest.ts';
import { buildAlbum, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, type TestUser } from '#server/testing/factories.ts';
import { expectPagedList } from '#server/testing/lists.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { shareTestApp } from '#server/testing/test-app.ts';

const app = shareTestApp();
type NewLink = SentBody<typeof photoLinkEndpoints.makePhotoLink>;

async function buildOwner() {
  const owner = await buildUser(app);
  const album = await buildAlbum(app);
  const images = [await buildImage(app, album), await buildImage(app, album)];
  const right = await buildEntitlement(app, owner, album);
  return { owner, album, images: images.map(({ id }) => id), right };
}
type Owned = Awaited<ReturnType<typeof buildOwner>>;

const make = (
  { token }: TestUser,
  album: Pick<TestAlbum, 'id'>,
  images: number[],
  change: Partial<NewLink> = {},
) => app.call(photoLinkEndpoints.makePhotoLink, { token, body: { album: album.id, images, ...change } });
const open = (token: string) => app.call(photoLinkEndpoints.openPhotoLink, { body: { token } });
const countOpening = (token: string) => app.call(photoLinkEndpoints.countOpening, { body: { token } });
const fetchImage = (name: string, auth: string) =>
  app.app.inject({ method: 'GET', url: `/api/photo-links/pictures/${name}`, query: { auth } });

async function share({ owner, album, images }: Owned, change: Partial<NewLink> = {}) {
  const { body: link } = await make(owner, album, images, change);
  const { body: shared } = await open(link.token);
  return { link, shared, picture: (name: string) => fetchImage(name, shared.auth) };
}

describe('a link to owned photos', () => {
  test('opens the chosen photos without an account, and nothing else', async () => {
    const owned = await buildOwner();
    const [first = 0, second = 0] = owned.images;
    const { link, shared, picture } = await share({ ...owned, images: [first] }, { label: 'Grandma' });
    expect(link).toMatchObject({ label: 'Grandma', photos: 1, downloads: false, status: 'works' });
    const days = (Date.parse(link.ends_at) - Date.parse(link.created_at)) / 86_400_000;
    expect(days).toBe(30);
    expect(shared.images.map(({ id }) => id)).toEqual([first]);
    expect(shared).not.toHaveProperty('token');
    expect((await picture(`${first}.preview`)).statusCode).toBe(200);
    expect((await picture(`${first}.thumb`)).headers['cache-control']).toContain('private');
    expect((await picture(`${second}.preview`)).statusCode).toBe(404);
    expect((await picture(`${first}.original`)).statusCode).toBe(404);
    for (const name of ['../secret', `${first}.zip`, 'x']) expect((await picture(name)).statusCode).toBe(404);
    expect((await fetchImage(`${first}.preview`, `${shared.auth}x`)).statusCode).toBe(404);
    expect((await fetchImage(`${first}.preview`, '')).statusCode).toBe(404);
  });

  test('without chosen photos it shows all photos of the album that its owner has, in their order', async () => {
    const { owner, album, images } = await buildOwner();
    await buildImage(app, album, { hiddenAt: new Date() });
    const whole = { token: owner.token, body: { album: album.id } };
    const { body: link } = await app.call(photoLinkEndpoints.makePhotoLink, whole);
    expect(link).toMatchObject({ album: album.id, photos: 2 });
    expect((await open(link.token)).body.images.map(({ id }) => id)).toEqual(images);
    const stranger = { ...whole, token: (await buildUser(app)).token };
    expect((await app.call(photoLinkEndpoints.makePhotoLink, stranger)).status).toBe(404);
  });

  test('keeps only a hash of its secret', async () => {
    const { link } = await share(await buildOwner());
    const rows = await app.context.db.selectFrom('photoLinks').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(link.token);
    const { token: _token, ...shown } = link;
    expect(Object.values(shown).join()).not.toContain(link.token);
  });

  test('gives originals only if its owner allows it, and that counts as taken', async () => {
    const owned = await buildOwner();
    const { picture } = await share(owned, { downloads: true });
    const original = await picture(`${owned.images[0]}.original`);
    expect(original.statusCode).toBe(200);
    expect(original.headers['content-disposition']).toContain('attachment');
    const { takenAt } = await app.context.db
      .selectFrom('entitlements')
      .select('takenAt')
      .where('id', '=', owned.right.id)
      .executeTakeFirstOrThrow();
    expect(takenAt).not.toBeNull();
  });

  test('works while its owner is logged out', async () => {
    const owned = await buildOwner();
    const { picture, link } = await share(owned, { downloads: true });
    await app.context.db
      .updateTable('sessions')
      .set({ endedAt: new Date() })
      .where('userId', '=', owned.owner.id)
      .execute();
    expect((await open(link.token)).status).toBe(200);
    expect((await picture(`${owned.images[0]}.original`)).statusCode).toBe(200);
  });

  test.each<[string, (owned: Owned) => Promise<unknown>]>([
    [
      'the purchase is refunded',
      ({ right }) => change('entitlements', right.id, { state: 'ended', endedAt: new Date() }),
    ],
    ['the payment is disputed', ({ right }) => change('entitlements', right.id, { state: 'suspended' })],
    ['the album is unpublished', ({ album }) => change('albums', album.id, { publishedAt: null })],
    ['the owner is suspended', ({ owner }) => change('users', owner.id, { suspendedAt: new Date() })],
    ['the photos are hidden', hideAll],
  ])('closes with the next request when %s', async (_, end) => {
    const owned = await buildOwner();
    const { link, picture } = await share(owned);
    expect((await picture(`${owned.images[0]}.preview`)).statusCode).toBe(200);
    await end(owned);
    expect((await picture(`${owned.images[0]}.preview`)).statusCode).toBe(404);
    expect(await open(link.token)).toMatchObject({ status: 404 });
  });

  test('leaves out a photo that was hidden and shows the others', async () => {
    const owned = await buildOwner();
    const { link } = await share(owned);
    await change('images', owned.images[0] ?? 0, { hiddenAt: new Date() });
    expect((await open(link.token)).body.images.map(({ id }) => id)).toEqual([owned.images[1]]);
  });

  test('shows a photo that was bought by itself in the album that staff moved it to, but not without that album', async () => {
    const { owner, album, images } = await buildOwner();
    const [first = 0, second = 0] = images;
    const right = await buildAlbum(app, { eventId: album.eventId });
    const buyer = await buildUser(app);
    await buildEntitlement(app, buyer, album, { imageId: first });
    const [ofBuyer, ofOwner] = [
      await share({ owner: buyer, album, images: [first] } as Owned),
      await share({ owner, album, images } as Owned),
    ];
    const staff = await buildUser(app, { role: 'super' });
    await change('albums', album.id, { imagesCount: 2 });
    const body = { albumId: right.id, images: [first] };
    expect((await app.call(imageEndpoints.moveImages, { token: staff.token, body })).body).toEqual({
      moved: 1,
    });
    expect((await open(ofBuyer.link.token)).body.images.map(({ id }) => id)).toEqual([first]);
    expect((await ofBuyer.picture(`${first}.preview`)).statusCode).toBe(200);
    expect((await open(ofOwner.link.token)).body.images.map(({ id }) => id)).toEqual([second]);
    expect((await ofOwner.picture(`${first}.preview`)).statusCode).toBe(404);
    expect((await make(buyer, album, [first])).status).toBe(404);
    await change('albums', right.id, { publishedAt: null });
    expect((await ofBuyer.picture(`${first}.preview`)).statusCode).toBe(404);
  });

  test('ends when its owner ends it, and twice is once', async () => {
    const owned = await buildOwner();
    const { link, picture } = await share(owned);
    const end = (token: string) =>
      app.call(photoLinkEndpoints.endPhotoLink, { token, params: { id: link.id } });
    const stranger = await buildUser(app);
    expect(await end(stranger.token)).toMatchObject({ status: 404 });
    for (let i = 0; i < 2; i++)
      expect(await end(owned.owner.token)).toMatchObject({ body: { status: 'ended' } });
    expect(await open(link.token)).toMatchObject({ status: 404 });
    expect((await picture(`${owned.images[0]}.thumb`)).statusCode).toBe(404);
    const { body } = await app.call(photoLinkEndpoints.myPhotoLinks, { token: owned.owner.token });
    expect(body).toMatchObject([{ id: link.id, status: 'ended' }]);
    const theirs = await app.call(photoLinkEndpoints.myPhotoLinks, { token: stranger.token });
    expect(theirs.body).toEqual([]);
  });

  test('counts every visit, also many at once, and neither who only fetches the address nor who comes too late', async () => {
    const owned = await buildOwner();
    const { link } = await share(owned);
    const mine = async () => {
      const { body } = await app.call(photoLinkEndpoints.myPhotoLinks, { token: owned.owner.token });
      return body.map(({ times_opened, last_opened_at }) => [times_opened, last_opened_at !== null]);
    };
    expect(await mine()).toEqual([[0, false]]);
    const visits = await Promise.all(Array.from({ length: 8 }, () => countOpening(link.token)));
    expect(visits.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await mine()).toEqual([[8, true]]);
    await app.call(photoLinkEndpoints.endPhotoLink, { token: owned.owner.token, params: { id: link.id } });
    expect(await countOpening(link.token)).toMatchObject({ status: 404 });
    expect(await countOpening('wrong')).toMatchObject({ status: 404 });
    expect(await mine()).toEqual([[8, true]]);
  });

  test('ends on its day', async () => {
    const { link } = await share(await buildOwner(), { days: 1 });
    app.advanceMinutes(24 * 60 + 1);
    expect(await open(link.token)).toMatchObject({ status: 404 });
  });

  test('is part of the data of its owner, without the secret, and goes with the account', async () => {
    const owned = await buildOwner();
    await share(owned, { label: 'Grandma' });
    const files: string[] = [];
    for await (const { name, content } of exportRest(app.context, owned.owner.id)) {
      if (name === 'other/photo-links.json') files.push(content.toString());
    }
    expect(files.join()).toContain('Grandma');
    expect(files.join()).not.toContain('token_hash');
    const { rows } = await sql<{ onDelete: string }>`
      select confdeltype as on_delete from pg_constraint
      where conrelid = 'photo_links'::regclass and confrelid = 'users'::regclass`.execute(app.context.db);
    expect(rows).toEqual([{ onDelete: 'c' }]);
  });

  test('can be ended by staff, who are on record', async () => {
    const owned = await buildOwner();
    const { link } = await share(owned);
    const staff = await buildUser(app, { role: 'customer_support' });
    const { body } = await app.call(photoLinkEndpoints.photoLinksOfUser, {
      token: staff.token,
      params: { id: owned.owner.id },
    });
    expect(body).toMatchObject([{ id: link.id, status: 'works' }]);
    await app.call(photoLinkEndpoints.endPhotoLinkOfUser, {
      token: staff.token,
      params: { id: owned.owner.id, link: link.id },
    });
    expect(await open(link.token)).toMatchObject({ status: 404 });
    const actions = await app.context.db
      .selectFrom('auditLog')
      .select('action')
      .where('actorId', '=', staff.id)
      .execute();
    expect(actions.map(({ action }) => action)).toContain('photo-link.end');
  });
});

describe('making a link', () => {
  test('is refused for photos that are not owned, hidden or of another album', async () => {
    const { owner, album, images } = await buildOwner();
    const other = await buildAlbum(app);
    const foreign = await buildImage(app, other);
    const hidden = await buildImage(app, album, { hiddenAt: new Date() });
    expect(await make(owner, other, [foreign.id])).toMatchObject({ status: 404 });
    expect(await make(owner, album, [...images, foreign.id])).toMatchObject({ status: 404 });
    expect(await make(owner, album, [hidden.id])).toMatchObject({ status: 404 });
    expect(await make(await buildUser(app), album, images)).toMatchObject({ status: 404 });
  });

  test('is possible with a single photo that was bought', async () => {
    const owner = await buildUser(app);
    const album = await buildAlbum(app);
    const [bought, free] = [await buildImage(app, album), await buildImage(app, album)];
    await buildEntitlement(app, owner, album, { imageId: bought.id });
    expect(await make(owner, album, [bought.id])).toMatchObject({ status: 200 });
    expect(await make(owner, album, [bought.id, free.id])).toMatchObject({ status: 404 });
  });

  test('has bounds', async () => {
    const { owner, album, images } = await buildOwner();
    for (const days of [0, 366, 1.5])
      expect(await make(owner, album, images, { days })).toMatchObject({ status: 400 });
    expect(await make(owner, album, [])).toMatchObject({ status: 400 });
    expect(await make(owner, album, images, { label: 'x'.repeat(81) })).toMatchObject({ status: 400 });
  });

  test('stops at the most working links, also with many calls at once', async () => {
    const { owner, album, images } = await buildOwner();
    const now = new Date();
    await app.context.db
      .insertInto('photoLinks')
      .values(
        Array.from({ length: MAX_PHOTO_LINKS - 1 }, (_, index) => ({
          userId: owner.id,
          albumId: album.id,
          imageIds: images,
          label: '',
          tokenHash: Buffer.alloc(32, `${owner.id}-${index}`),
          allowsDownloads: false,
          createdAt: now,
          endsAt: new Date(now.getTime() + 30 * 86_400_000),
        })),
      )
      .execute();
    const answers = await Promise.all(Array.from({ length: 5 }, () => make(owner, album, images)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
  });
});

describe('the staff list of links', () => {
  const list = async (query: object = {}) => {
    const staff = await buildUser(app, { role: 'customer_support' });
    return (await app.call(photoLinkListEndpoints.page, { token: staff.token, query })).body.rows;
  };

  test('names owner, album, photos, end and last visit, and finds links by words and state', async () => {
    const owned = await buildOwner();
    const { link } = await share(owned, { label: 'Grandma Zoe' });
    await countOpening(link.token);
    const [row, ...others] = await list({ q: 'zoe grandma' });
    expect(others).toEqual([]);
    expect(row).toMatchObject({
      id: link.id,
      user: owned.owner.id,
      album: owned.album.id,
      title: link.title,
      photos: 2,
      ends_at: link.ends_at,
      status: 'works',
    });
    expect(row?.last_opened_at).not.toBeNull();
    expect(JSON.stringify(row)).not.toContain(link.token);
    await app.call(photoLinkEndpoints.endPhotoLink, { token: owned.owner.token, params: { id: link.id } });
    expect(await list({ q: 'zoe', status: 'works' })).toEqual([]);
    expect(await list({ q: 'zoe', status: 'ended' })).toMatchObject([{ status: 'ended' }]);
    const { link: short } = await share(owned, { label: 'Uncle Yann', days: 1 });
    expect(await list({ q: 'yann', status: 'expired' })).toEqual([]);
    await app.context.db
      .updateTable('photoLinks')
      .set({ endsAt: new Date(Date.parse(short.created_at) - 1) })
      .where('id', '=', short.id)
      .execute();
    expect(await list({ q: 'yann', status: 'expired' })).toMatchObject([{ status: 'expired' }]);
  });

  test('pages without repeating or losing a link, in every order', async () => {
    const staff = await buildUser(app, { role: 'analyst' });
    const owned = await buildOwner();
    const addLink = async () => (await share(owned, { label: 'Paged' })).link.id;
    for (let added = 0; added < 16; added++) await addLink();
    await expectPagedList(app, {
      list: photoLinkList,
      calls: photoLinkListEndpoints,
      token: staff.token,
      filters: { q: 'paged' },
      idOf: ({ id }: { id: number }) => id,
      insertRow: addLink,
    });
  });
});

function change(table: 'entitlements' | 'albums' | 'users' | 'images', id: number, values: object) {
  return app.context.db.updateTable(table).set(values).where('id', '=', id).execute();
}

async function hideAll({ images }: Owned) {
  for (const imageId of images) await change('images', imageId, { hiddenAt: new Date() });
}
