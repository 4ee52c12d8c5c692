import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { buildAlbum, buildEvent, buildImage } from '#server/testing/catalogue-factories.ts';
import { startTestApp } from '#server/testing/test-app.ts';
import { foldFrameChanges } from './frame-counts.queries.ts';

const app = startTestApp();

const COUNTED = sql`
  select event_id, album_id, photographer, sum(frames)::int as frames, sum(shown)::int as shown from (
    select * from frame_counts union all
    select event_id, album_id, photographer, frames, shown, first_at, last_at from frame_changes) counted
  group by 1, 2, 3 having sum(frames) <> 0 order by 1, 2, 3`;
const REAL = sql`
  select event_id, album_id, nullif(btrim(photographer), '') as photographer, count(*)::int as frames,
    (count(*) filter (where state = 'ready' and hidden_at is null and album_id is not null))::int as shown
  from images group by 1, 2, 3 order by 1, 2, 3`;

async function expectExact(frames: number): Promise<void> {
  const real = (await REAL.execute(app.context.db)).rows as { frames: number }[];
  expect((await COUNTED.execute(app.context.db)).rows).toEqual(real);
  expect(real.reduce((sum, row) => sum + row.frames, 0)).toBe(frames);
}

test('photos by photographer are counted exactly through every change, before and after folding', async () => {
  const { db } = app.context;
  const event = await buildEvent(app);
  const [first, second] = [
    await buildAlbum(app, { eventId: event.id }),
    await buildAlbum(app, { eventId: event.id }),
  ];
  const [ana] = [
    await buildImage(app, first, { photographer: ' Ana ' }),
    await buildImage(app, first, { photographer: 'Ben' }),
    await buildImage(app, second, { photographer: '' }),
  ];
  await expectExact(3);
  await foldFrameChanges(db);
  await expectExact(3);
  const change = (values: object) => db.updateTable('images').set(values).where('id', '=', ana.id).execute();
  await change({ albumId: second.id });
  await change({ photographer: 'Ben' });
  await change({ hiddenAt: new Date() });
  await change({ mark: 'same album, same photographer' });
  await expectExact(3);
  await db.updateTable('images').set({ albumId: second.id, state: 'ready' }).execute();
  await expectExact(3);
  await Promise.all([foldFrameChanges(db), change({ albumId: first.id }), foldFrameChanges(db)]);
  await expectExact(3);
  await db.deleteFrom('images').where('id', '=', ana.id).execute();
  await foldFrameChanges(db);
  await expectExact(2);
});
