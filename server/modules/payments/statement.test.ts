import { expect, test } from 'vitest';
import {
  booksOf,
  buildBuyer,
  buildViewedAlbum,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';

const app = await startPayingApp({
  STRIPE_DESCRIPTOR_PREFIX: 'ENCORE',
  APPLE_PAY_DOMAIN_FILE: '7B227073704964223A22',
});

test('the statement of the card names the event', async () => {
  const buyer = await buildBuyer(app);
  const album = await buildViewedAlbum(app, buyer);
  const { db } = app.context;
  const { eventId } = await db
    .selectFrom('albums')
    .select('eventId')
    .where('id', '=', album.id)
    .executeTakeFirstOrThrow();
  await db
    .updateTable('events')
    .set({ name: 'Señora’s "Winter" Classic' })
    .where('id', '=', eventId)
    .execute();
  await payForAlbum(app, buyer, album.id);
  const [attempt] = (await booksOf(app, buyer.id)).attempts;
  const intent = await app.stripe.paymentIntents.retrieve(attempt?.intentId ?? '');
  expect(intent.statement_descriptor_suffix).toBe('SENORAS WINTER');
});

test('the site serves the file by which Apple knows the domain', async () => {
  const answer = await app.app.inject('/.well-known/apple-developer-merchantid-domain-association');
  expect([answer.statusCode, answer.body]).toEqual([200, '7B227073704964223A22']);
});
