import { describe, expect, test } from 'vitest';
import { rosterEndpoints } from '#contract/endpoints/roster.ts';
import { buildAlbum, buildEvent, buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser } from '#server/testing/factories.ts';
import { rosterCalls } from '#server/testing/roster.ts';
import { startTestApp } from '#server/testing/test-app.ts';

const app = startTestApp();
const { add, change, link, assign } = rosterCalls(app);

const eventRoster = async (id: number) => {
  const { token } = await buildUser(app, { role: 'customer_support' });
  return (await app.call(rosterEndpoints.listEventPhotographers, { token, params: { id } })).body;
};

describe('the roster', () => {
  test('knows a photographer by every spelling, and a name belongs to one person', async () => {
    const zoe = await add('Zoë Marín', 3_000, ['zoe  marin', 'Z. Marin']);
    expect(zoe).toMatchObject({ name: 'Zoë Marín', other_names: ['Z. Marin'], events: 0, left_at: null });
    const other = await add('Noor Example', 2_000);
    const taken = await link(other.id, 'ZOE MARIN');
    expect(taken).toMatchObject({
      status: 409,
      error: { message: '“Zoë Marín” already belongs to Zoë Marín.' },
    });
    expect(await link(other.id, 'CANON_07')).toMatchObject({ body: { other_names: ['CANON_07'] } });
    expect(await link(other.id, 'canon_07')).toMatchObject({ body: { other_names: ['CANON_07'] } });
  });

  test('takes a name of nothing but accents and spaces', async () => {
    const name = '\u0301 \u0301';
    expect(await add(name, 3_000)).toMatchObject({ name, other_names: [] });
  });

  test('keeps the earlier name of somebody who is renamed, and who left can come back', async () => {
    const { id } = await add('Old Name', 3_000);
    expect(await change(id, { name: 'New Name', has_left: true })).toMatchObject({
      name: 'New Name',
      other_names: ['Old Name'],
      left_at: expect.any(String),
    });
    expect(await change(id, { has_left: false })).toMatchObject({ name: 'New Name', left_at: null });
  });

  test('takes no more names than it shows', async () => {
    const { id } = await add(
      'Many Names',
      3_000,
      Array.from({ length: 20 }, (_, i) => `Camera ${i}`),
    );
    expect(await link(id, 'One More')).toMatchObject({ status: 409 });
    expect(await change(id, { default_rate_basis_points: 4_000 })).toMatchObject({
      default_rate_basis_points: 4_000,
    });
  });
});

test('an event lists who was assigned, and the credits of its photos that are of nobody assigned', async () => {
  const event = await buildEvent(app, { startDate: '2026-03-07' });
  const album = await buildAlbum(app, { eventId: event.id });
  for (const photographer of ['René Sample', 'RENE SAMPLE', 'Stranger', ' ']) {
    await buildImage(app, album, { photographer });
  }
  const rene = await add('Rene Sample', 3_000);
  const quiet = await add('Quiet Sample', 2_500);
  expect(await eventRoster(event.id)).toMatchObject({
    assigned: [],
    others: expect.arrayContaining([
      { name: 'Stranger', photos: 1, photographer: null },
      { name: 'René Sample', photos: 1, photographer: rene.id },
    ]),
  });
  await assign(event.id, quiet.id, 2_500);
  const { body } = await assign(event.id, rene.id, 3_500, ['2026-03-07']);
  expect(body).toEqual({
    assigned: [
      {
        photographer: quiet.id,
        version: expect.any(Number),
        name: 'Quiet Sample',
        rate_basis_points: 2_500,
        days: null,
        photos: 0,
      },
      {
        photographer: rene.id,
        version: expect.any(Number),
        name: 'Rene Sample',
        rate_basis_points: 3_500,
        days: ['2026-03-07'],
        photos: 2,
      },
    ],
    others: [{ name: 'Stranger', photos: 1, photographer: null }],
  });
  expect(await assign(event.id, rene.id, 3_500, ['2027-01-01'])).toMatchObject({ status: 400 });
  expect(await assign(event.id, 999_999, 3_500)).toMatchObject({ status: 404 });
  const { token } = await buildUser(app, { role: 'super' });
  const params = { id: event.id, photographer: quiet.id };
  for (let again = 0; again < 2; again++) {
    const left = await app.call(rosterEndpoints.unassignPhotographer, { token, params });
    expect(left.body.assigned.map(({ name }) => name)).toEqual(['Rene Sample']);
  }
});
