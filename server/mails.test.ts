import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { enteringEndpoints } from '#contract/endpoints/entering.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { supportEndpoints } from '#contract/endpoints/support.ts';
import { NOTIFICATION_KINDS } from '#contract/rules/notifications.ts';
import { inTransaction } from './context.ts';
import { notify } from './modules/notifications/notify.ts';
import { sendDigests } from './modules/notifications/send-digests.ts';
import { mailWhenAway } from './modules/support/mail-away.ts';
import { buildAlbum, buildImage, type TestAlbum } from './testing/catalogue-factories.ts';
import { expectSoundMail, expectWayOut } from './testing/check-mail.ts';
import { buildUser, freshEmail, freshIp, nextMessage, type TestUser } from './testing/factories.ts';
import { buildBuyer, buildViewedAlbum, payForAlbum, sharePayingApp } from './testing/paying-app.ts';
import { makePhoto } from './testing/photos.ts';
import { buildPool } from './testing/pools.ts';
import { refundOrder } from './testing/refunds.ts';

const app = await sharePayingApp();
const NASTY = `<b>"O'Brien" & Söhne</b>`;

const sound = (mail: Parameters<typeof expectSoundMail>[0]) =>
  expectSoundMail(mail, app.context.config.publicUrl);

async function expectLogIn(text: string, reader: Pick<TestUser, 'id'>): Promise<void> {
  const loginToken = /[?&]login=([\w-]{43})/.exec(text)?.[1] ?? '';
  const answer = await app.call(accountEndpoints.logInByLink, { query: { loginToken }, ip: freshIp() });
  expect(answer).toMatchObject({ status: 200, body: { user: { id: reader.id } } });
}

const addThumb = async (album: TestAlbum) => {
  const thumb = await sharp(await makePhoto())
    .resize(480)
    .webp()
    .toBuffer();
  return buildImage(app, album, { files: { thumb } });
};
const coverIn = (html: string) => new URL(/src="([^"]+)"/.exec(html)?.[1] ?? 'http://none/');

async function publishFor(reader: TestUser): Promise<{ album: TestAlbum; staff: TestUser }> {
  const team = { program_name: `Northshore ${NASTY}`, team_name: reader.lastName, division_name: '' };
  await app.call(foundAlbumEndpoints.addSubscription, { token: reader.token, body: team });
  const album = await buildAlbum(app, {
    programName: team.program_name,
    teamName: team.team_name,
    publishedAt: null,
  });
  await addThumb(album);
  await app.context.db.updateTable('albums').set({ imagesCount: 1 }).where('id', '=', album.id).execute();
  const staff = await buildUser(app, { role: 'super' });
  await app.call(catalogueEndpoints.updateAlbum, {
    token: staff.token,
    params: { id: album.id },
    body: { published: true, few_photos_ok: true },
  });
  await expect
    .poll(() =>
      app.context.db.selectFrom('notifications').select('id').where('userId', '=', reader.id).execute(),
    )
    .toHaveLength(1);
  app.advanceMinutes(2);
  await sendDigests(app.context);
  return { album, staff };
}

describe('a published album', () => {
  test('is mailed with its cover, event, number of photos and price, and the button opens it', async () => {
    const reader = await buildUser(app, { firstName: NASTY });
    const { album } = await publishFor(reader);
    const mail = await nextMessage(app, reader.email, /Photos of .* are up/);
    sound(mail);
    expectWayOut(mail);
    expect(mail.text).toContain('\n1 photo\n');
    expect(mail.text).toContain('From $4.99 for one photo, or $19.95 for the whole album.');
    expect(mail.text).toContain('Winter Classic');
    expect(mail.text).toContain(`/user-album/${album.id}?login=`);
    await expectLogIn(mail.text, reader);
  });

  test('shows a drawn picture instead of its cover once it is hidden or unpublished', async () => {
    const reader = await buildUser(app);
    const { album, staff } = await publishFor(reader);
    const { html } = await nextMessage(app, reader.email, /Photos of .* are up/);
    const { pathname } = coverIn(html);
    const load = async () => {
      const { status, text } = await app.request({ url: pathname });
      return { status, text };
    };
    const cover = await load();
    expect(cover.status).toBe(200);
    const { db } = app.context;
    const hide = (hiddenAt: Date | null) =>
      db.updateTable('images').set({ hiddenAt }).where('albumId', '=', album.id).execute();
    await hide(new Date());
    const drawn = await load();
    expect(drawn.status).toBe(200);
    expect(drawn.text).not.toBe(cover.text);
    await hide(null);
    expect(await load()).toEqual(cover);
    await app.call(catalogueEndpoints.updateAlbum, {
      token: staff.token,
      params: { id: album.id },
      body: { published: false },
    });
    expect(await load()).toEqual(drawn);
    expect((await app.request({ url: `${pathname}x` })).status).toBe(404);
    app.advanceMinutes(61 * 24 * 60);
    expect((await app.request({ url: pathname })).status).toBe(404);
  });
});

test.each(NOTIFICATION_KINDS)(
  'news of the kind %s is sound, escapes all values and can be stopped',
  async (kind) => {
    const reader = await buildUser(app, { firstName: NASTY });
    const album = await buildAlbum(app, { programName: NASTY, divisionName: NASTY });
    await addThumb(album);
    const words = () => ({ title: `About ${NASTY}`, line: `${NASTY} is here.` });
    const news = { kind, subject: `sound:${reader.id}`, words };
    await inTransaction(app.context, (tx) =>
      notify(tx, reader.id, { ...news, path: '/MyAlbums', albumId: album.id }),
    );
    app.advanceMinutes(2);
    await sendDigests(app.context);
    const mail = await nextMessage(app, reader.email, /About/);
    sound(mail);
    expectWayOut(mail);
    expect(mail.text).toContain(NASTY);
    const hasPrice = kind === 'album_published' || kind === 'athlete_found';
    expect(mail.text.includes('for the whole album')).toBe(hasPrice);
    expect(coverIn(mail.html).pathname).toMatch(/^\/api\/mail-covers\//);
    await expectLogIn(mail.text, reader);
  },
);

test('a receipt has a button that leads to the download, and the receipt below it', async () => {
  const buyer = await buildBuyer(app);
  const album = await buildViewedAlbum(app, buyer);
  const { body } = await payForAlbum(app, buyer, album.id);
  const mail = await nextMessage(app, buyer.email, /receipt/);
  sound(mail);
  expect(mail.text).toMatch(new RegExp(`Download your photos:\\n\\S+/MyAlbums\\?album=${album.id}&login=`));
  expect(mail.text).toContain(`/receipt/${body.order_key}?login=`);
  await expectLogIn(mail.text, buyer);
  await refundOrder(app, body.order_key);
  sound(await nextMessage(app, buyer.email, /Your refund/));
});

describe('an invitation', () => {
  test('to an album has its cover and price, and logs in only somebody with an account', async () => {
    const inviter = await buildUser(app, { firstName: 'Robin' });
    const album = await buildAlbum(app, { divisionName: NASTY });
    await addThumb(album);
    const token = inviter.token;
    await app.call(foundAlbumEndpoints.findAlbum, { token, body: { album: album.id, event: album.eventId } });
    const known = await buildUser(app);
    const stranger = freshEmail();
    for (const email of [known.email, stranger]) {
      const body = { albumId: album.id, albumUUID: album.uuid, email };
      await app.call(inviteEndpoints.inviteToAlbum, { token, body });
    }
    const mails = [await nextMessage(app, known.email), await nextMessage(app, stranger)];
    for (const mail of mails) {
      sound(mail);
      expectWayOut(mail);
      expect(mail.text).toContain('or $19.95 for the whole album');
      expect(coverIn(mail.html).pathname).toMatch(/^\/api\/mail-covers\//);
    }
    expect(mails[1]?.text).not.toContain('login=');
    await expectLogIn(mails[0]?.text ?? '', known);
  });

  test('to a pool has the price of a share, the shares left and the deadline', async () => {
    const pool = await buildPool(app);
    const email = freshEmail();
    const body = { orderId: pool.orderId, order_key: pool.key, invited_email: email };
    await app.call(inviteEndpoints.inviteToOrder, { token: pool.owner.token, body });
    const mail = await nextMessage(app, email);
    sound(mail);
    expectWayOut(mail);
    expect(mail.text).toContain('$2.85 a share, 7 of 7 left');
    expect(mail.text).toMatch(/Open until \w+day, \w{3} \d+/);
  });
});

test('an answer of support logs its reader in, by a secret that the queue never holds', async () => {
  const customer = await buildUser(app);
  const message = (text: string) => ({ text, attachments: [], key: randomUUID() });
  const asked = await app.call(supportEndpoints.sendMessage, { token: customer.token, body: message('Hi') });
  const staff = await buildUser(app, { role: 'customer_support' });
  const conversationId = asked.body.conversation.id;
  await app.call(supportEndpoints.answerConversation, {
    token: staff.token,
    params: { id: conversationId },
    body: message(NASTY),
  });
  app.advanceMinutes(2);
  await mailWhenAway(app.context, { conversationId, reader: 'customer' });
  const mail = await nextMessage(app, customer.email, /replied/);
  sound(mail);
  const secret = /login=([\w-]{43})/.exec(mail.text)?.[1] ?? '';
  const { rows } = await sql`select 1 from pgboss.job j where j::text like ${`%${secret}%`}`.execute(
    app.context.db,
  );
  expect(rows).toEqual([]);
  await expectLogIn(mail.text, customer);
});

test('mails that were asked for are sound', async () => {
  const user = await buildUser(app, { firstName: NASTY });
  await app.call(accountEndpoints.sendLoginLink, { body: { email: user.email }, ip: freshIp() });
  sound(await nextMessage(app, user.email, /login link/));
  await app.call(accountEndpoints.forgotPassword, { body: { email: user.email }, ip: freshIp() });
  sound(await nextMessage(app, user.email, /Set a new/));
  const body = { email: user.email, agreed_to_terms: true as const, to: '/checkout/a?b=c&d' };
  await app.call(enteringEndpoints.sendOneTimeCode, { body, ip: freshIp() });
  sound(await nextMessage(app, user.email, /is your Encore code/));
});

test('notifications and invitations without a way to unsubscribe are never sent', async () => {
  for (const purpose of ['notification', 'invite'] as const) {
    const message = { key: randomUUID(), to: freshEmail(), subject: 'x', text: 't', html: 'h', purpose };
    await expect(app.context.mail.send(message)).rejects.toThrow('no way to unsubscribe');
  }
});
