import { randomBytes, randomUUID } from 'node:crypto';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { favoriteEndpoints, foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { moderationEndpoints } from '#contract/endpoints/moderation.ts';
import { posterEndpoints } from '#contract/endpoints/posters.ts';
import { safeShareEndpoints } from '#contract/endpoints/safe-share.ts';
import { supportEndpoints } from '#contract/endpoints/support.ts';
import { userAdministrationEndpoints, userListEndpoints } from '#contract/endpoints/user-administration.ts';

import { insertReferencePhoto } from '#server/modules/athletes/add-reference-photo.ts';
import { createVault, photoKey } from '#server/modules/athletes/template-vault.ts';
import { insertFindings } from '#server/modules/leaks/run-leak-search.ts';
import { recordLeakSearch } from '#server/modules/leaks/start-leak-search.ts';
import { notify } from '#server/modules/notifications/notify.ts';
import { recordAudit } from '#server/platform/audit/audit.ts';
import { enqueueMail } from '#server/platform/mail/deliver-mail.ts';
import { buildAthlete } from './athletes.ts';
import { buildImage } from './catalogue-factories.ts';
import { buildUser, eventually, freshIp } from './factories.ts';
import { giveAlbum, placeOrder } from './order-factories.ts';
import { buildViewedAlbum, keepCard, type PayingApp, payForAlbum } from './paying-app.ts';
import { makePhoto } from './photos.ts';
import { buildPool, takeShares } from './pools.ts';

/** A customer who has used everything there is, with words that occur nowhere else. */
export async function buildFullCustomer(app: PayingApp) {
  const { context } = app;
  const { db } = context;
  const mark = randomBytes(5).toString('hex');
  const firstName = `Quilla${mark}`;
  const customer = await buildUser(app, { email: `quilla-${mark}@example.test`, firstName });
  const { token, id: userId, email } = customer;
  const buyer = { ...customer, sourceId: await keepCard(app, customer, 'pm_card_visa') };
  const phone = `+1555${String(Number.parseInt(mark.slice(0, 6), 16))
    .padStart(8, '0')
    .slice(0, 7)}`;
  const staff = await buildUser(app, { role: 'super' });
  const other = { ...(await buildUser(app)), sourceId: 0 };
  other.sourceId = await keepCard(app, other, 'pm_card_visa');
  const friend = `friend-${mark}@example.test`;
  const words = {
    chat: `chat words ${mark}a`,
    answer: `answer words ${mark}b`,
    bug: `bug words ${mark}c`,
    memo: `memo words ${mark}d`,
    note: `note words ${mark}e`,
    city: `City${mark}`,
    athlete: `Athlete${mark}`,
    news: `news words ${mark}f`,
    gift: `gift words ${mark}g`,
    reason: `reason words ${mark}h`,
  };

  await app.call(accountEndpoints.sendPhoneCode, { token, body: { to: phone }, ip: freshIp() });
  await app.call(accountEndpoints.updateUser, {
    token,
    params: { id: userId },
    body: { phone_number: phone },
  });
  await db.updateTable('users').set({ phoneVerifiedAt: new Date() }).where('id', '=', userId).execute();
  await app.call(accountEndpoints.sendLoginLink, { body: { email }, ip: freshIp() });
  await app.call(accountEndpoints.logIn, {
    body: { identifier: email, password: 'wrong one' },
    ip: freshIp(),
  });

  const album = await buildViewedAlbum(app, buyer);
  const image = await buildImage(app, album);
  const paid = await payForAlbum(app, buyer, album.id);
  if (paid.status !== 200) throw new Error(`the album was not paid: ${paid.error.message}`);
  await db
    .updateTable('orderLines')
    .set({ priceName: `All photos of ${words.athlete} for $40.00, Early bird until Nov 14` })
    .where('albumId', '=', album.id)
    .execute();
  const openAlbum = await buildViewedAlbum(app, buyer);
  const openOrderKey = await placeOrder(app, buyer, [openAlbum.id]);
  await giveAlbum(app, buyer, { email: `gift-${mark}@example.test`, message: words.gift });
  const giftKey = await giveAlbum(app, other, { email, message: '' });
  await eventually(
    () =>
      db
        .selectFrom('orders')
        .select('id')
        .where('key', '=', giftKey)
        .where('giftUser', '=', userId)
        .executeTakeFirst(),
    'the gift',
  );
  const ownPool = await buildPool(app, { owner: buyer });
  await takeShares(app, other, ownPool, 2);
  await takeShares(app, buyer, ownPool, 1);
  const otherPool = await buildPool(app, { owner: other });
  await takeShares(app, buyer, otherPool, 2);

  await app.call(foundAlbumEndpoints.addSubscription, {
    token,
    body: { program_name: 'Star Athletics', team_name: 'Comets', division_name: '' },
  });
  const { code } = await db
    .selectFrom('posterCodes')
    .select('code')
    .where('albumId', '=', album.id)
    .executeTakeFirstOrThrow();
  await app.call(posterEndpoints.askToFollow, { params: { code }, body: { email }, ip: freshIp() });
  await app.call(favoriteEndpoints.changeFavorites, { token, body: { add: [image.id] } });
  await db.insertInto('awaitedAlbums').values({ userId, albumId: album.id, createdAt: new Date() }).execute();
  await app.call(inviteEndpoints.inviteToAlbum, {
    token,
    body: { albumId: album.id, email: friend, albumUUID: album.uuid },
  });
  await app.call(foundAlbumEndpoints.findAlbum, {
    token: other.token,
    body: { album: album.id, event: album.eventId },
  });
  await app.call(inviteEndpoints.inviteToAlbum, {
    token: other.token,
    body: { albumId: album.id, email, albumUUID: album.uuid },
  });
  await app.call(inviteEndpoints.inviteToOrder, {
    token: other.token,
    body: { orderId: otherPool.orderId, invited_email: email, order_key: otherPool.key },
  });
  await app.call(moderationEndpoints.reportPhoto, {
    token,
    body: {
      image: image.id,
      album: album.id,
      event: album.eventId,
      user: userId,
      type: 'quality',
      memo: words.memo,
    },
  });
  await app.call(safeShareEndpoints.neverShow, {
    token,
    params: { id: image.id },
    body: { x: 0.5, y: 0.5 },
  });

  const picture = await app.call(supportEndpoints.attachImage, {
    token,
    query: {},
    picture: await makePhoto(),
  });
  const message = { attachments: [picture.body.id], key: randomUUID(), text: words.chat };
  const { body: sent } = await app.call(supportEndpoints.sendMessage, { token, body: message });
  await app.call(supportEndpoints.answerConversation, {
    token: staff.token,
    params: { id: sent.conversation.id },
    body: { attachments: [], key: randomUUID(), text: words.answer },
  });
  await app.call(supportEndpoints.reportBug, {
    token,
    body: {
      attachments: [],
      key: randomUUID(),
      text: words.bug,
      page: `/search?q=${mark}`,
      browser: 'Test 1.0',
      errors: ['TypeError: x is undefined', `mail to ${email} failed`],
      request_ids: ['req-1'],
    },
  });
  const attachment = await db
    .selectFrom('supportAttachments')
    .select('storageKey')
    .where('id', '=', picture.body.id)
    .executeTakeFirstOrThrow();

  const athlete = await buildAthlete(app, customer, words.athlete);
  const fileId = randomUUID();
  const vault = await createVault(context, fileId);
  const face = randomBytes(64);
  const template = Buffer.from(Float32Array.from({ length: 128 }, (_, i) => Math.sin(i) / 7).buffer);
  const encryptedFace = vault.encrypt(face, 'photo');
  const encryptedTemplate = vault.encrypt(template, 'template');
  await context.storage.put(photoKey(fileId), encryptedFace);
  await insertReferencePhoto(db, { athleteId: athlete.id, fileId, encryptedTemplate, createdAt: new Date() });
  const vaultKey = (await context.storage.read(`athletes/keys/${fileId}`)) as Buffer;

  await app.call(userAdministrationEndpoints.addUserNote, {
    token: staff.token,
    params: { id: userId },
    body: { text: words.note },
  });
  await app.call(accountEndpoints.updateUser, {
    token: staff.token,
    params: { id: userId },
    body: { city: words.city },
  });
  await app.call(userAdministrationEndpoints.actOnUsers, {
    token: staff.token,
    body: { ids: [userId], action: 'send_password_link' },
  });
  await app.request({
    url: `/api${userListEndpoints.csv.path}?q=${encodeURIComponent(email)}`,
    headers: { authorization: `Bearer ${staff.token}` },
  });
  await recordAudit(db, {
    actorId: staff.id,
    action: 'order.refund',
    subject: 'order:1',
    before: { userId, refundedCents: 0 },
    after: { userId, refundedCents: 5, memo: words.memo },
  });
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('userId', '=', userId)
    .where('paidAt', 'is not', null)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('refundRequests')
    .values({
      orderId: order.id,
      lineIds: [],
      amountCents: 5,
      memo: words.memo,
      requestedBy: staff.id,
      createdAt: new Date(),
    })
    .execute();
  await buildLeakSearches(app, {
    startedBy: staff.id,
    userId,
    imageId: image.id,
    email,
    reason: words.reason,
  });
  await notify(context, userId, {
    kind: 'report_handled',
    subject: `test:${mark}`,
    words: () => ({ title: 'News', line: words.news }),
    path: '/',
  });
  await enqueueMail(context.queue, db, {
    to: 'support@example.test',
    subject: `Message from ${customer.name}`,
    text: `${customer.name} (${email}) wrote: ${words.chat}`,
    html: `<p>${words.chat}</p>`,
  });

  return {
    customer: buyer,
    phone,
    staff,
    other,
    friend,
    words,
    album,
    image,
    openOrderKey,
    ownPool,
    otherPool,
    conversationId: sent.conversation.id,
    athleteId: athlete.id,
    imageKey: attachment.storageKey,
    fileId,
    face,
    /** None of these words may be found anywhere once the account is deleted. */
    traces: {
      ...words,
      email,
      phone: phone.slice(1),
      'first name': firstName,
      'plain template': template.subarray(16, 48),
      'plain template in hexadecimal': template.subarray(16, 48).toString('hex'),
      'encrypted template': encryptedTemplate.toString('hex'),
      'encrypted face': encryptedFace,
      'key of the face': vaultKey,
    },
  };
}

type Traced = { startedBy: number; userId: number; imageId: number; email: string; reason: string };

/** One leak search found the customer, and the reason of another names them. */
async function buildLeakSearches(
  { context: { db } }: PayingApp,
  { startedBy, userId, imageId, email, reason }: Traced,
): Promise<void> {
  const wanted = { startedBy, eventId: null, albumId: null, pictures: 1, startedAt: new Date() };
  await recordLeakSearch(db, { ...wanted, reason: `${email} is suspected` });
  const { id } = await recordLeakSearch(db, { ...wanted, reason });
  const at = wanted.startedAt.toISOString();
  const shown = { viewer: `account:${userId}`, userId, imageId, firstAt: at, lastAt: at };
  await insertFindings(db, id, [{ ...shown, chance: 1e-9 }]);
}
