import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { arrivingEndpoints } from '#contract/endpoints/arriving.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { emailAddressEndpoints } from '#contract/endpoints/email-addresses.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { userAdministrationEndpoints } from '#contract/endpoints/user-administration.ts';
import { ERRORS } from '#contract/errors.ts';
import { senderName } from '#server/modules/accounts/find-people.ts';
import { listSearchedAlbums } from '#server/modules/found-albums/held-album.ts';
import { purchases } from '#server/modules/orders/purchases.ts';
import { i18nFor } from '#server/platform/languages/i18n.ts';
import { listOutbox } from '#server/platform/mail/outbox.ts';
import { buildAlbum, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import {
  buildRegistration,
  buildUser,
  countHits,
  eventually,
  freshEmail,
  freshIp,
  nextMessage,
  type TestUser,
} from '#server/testing/factories.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { buildBuyer, payForAlbum, sharePayingApp } from '#server/testing/paying-app.ts';

const testApp = await sharePayingApp();

async function buildHolder(fields: { firstName?: string } = {}) {
  const user = await buildUser(testApp, fields);
  const album = await buildAlbum(testApp);
  const body = { album: album.id, event: album.eventId };
  await testApp.call(foundAlbumEndpoints.findAlbum, { token: user.token, body });
  return { user, album };
}
const invite = (by: TestUser, album: TestAlbum, email: string, uuid = album.uuid) =>
  testApp.call(inviteEndpoints.inviteToAlbum, {
    token: by.token,
    body: { albumId: album.id, email, albumUUID: uuid },
  });
const invitesOf = async ({ token }: TestUser, { id }: TestAlbum) =>
  (await testApp.call(inviteEndpoints.listAlbumInvites, { token, params: { id } })).body;
const open = ({ token }: { token: string }, link: string) =>
  testApp.call(inviteEndpoints.openAlbumInvite, { token, body: { invite: link }, ip: freshIp() });
const revoke = ({ token }: TestUser, id: number) =>
  testApp.call(inviteEndpoints.revokeAlbumInvite, { token, params: { id } });
async function verifyAddress({ token }: { token: string }, email: string): Promise<void> {
  const { subject } = await nextMessage(testApp, email, /is your Encore code/);
  const code = /^(\d{6}) /.exec(subject)?.[1] ?? '';
  await testApp.call(emailAddressEndpoints.checkEmailCode, { token, body: { code } });
}
const inbox = (to: string) => listOutbox(testApp.context.db, to);

const LINK = /\/view-album\/([0-9a-f-]{36})\?invite=([0-9a-f-]{36})/;
async function mailedLink(email: string, count = 1): Promise<string> {
  const messages = await eventually(async () => {
    const all = await inbox(email);
    return all.length >= count ? all : undefined;
  }, `mail no. ${count} to ${email}`);
  return LINK.exec(messages[0]?.text ?? '')?.[2] ?? '';
}

describe('an invited address', () => {
  const heldBy = async ({ token }: { token: string }) =>
    (await testApp.call(foundAlbumEndpoints.myAlbums, { token })).body.found.map((found) => found.album.id);

  test('holds the album after registering and proving the address, without the link', async () => {
    const { user, album } = await buildHolder();
    const email = freshEmail();
    await invite(user, album, email);
    const { body } = await testApp.call(accountEndpoints.register, {
      body: buildRegistration({ email }),
      ip: freshIp(),
    });
    expect(await heldBy({ token: body.jwt })).toEqual([]);
    await verifyAddress({ token: body.jwt }, email);
    expect(await heldBy({ token: body.jwt })).toEqual([album.id]);
    expect((await invitesOf(user, album))[0]).toMatchObject({ joined: false });
  });

  test('that has an account holds the album at once', async () => {
    const { user, album } = await buildHolder();
    const guest = await buildUser(testApp);
    await invite(user, album, guest.email);
    await eventually(async () => (await heldBy(guest)).includes(album.id) || undefined, 'the album');
  });
});

describe('an invitation to an album', () => {
  test('brings a mail whose link makes the album found for a newcomer, with views of their own', async () => {
    const { user, album } = await buildHolder({ firstName: 'Robin' });
    const email = freshEmail();
    expect(await invite(user, album, email.toUpperCase())).toMatchObject({
      status: 200,
      body: { invited_email: email, joined: false, revoked: false },
    });
    const mail = await nextMessage(testApp, email, /Robin shared photos of Star Athletics Comets with you/);
    expect(LINK.exec(mail.text)?.[1]).toBe(album.uuid);
    expect(mail.text).not.toContain(user.email);
    expect(mail.headers).toMatchObject({ 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' });

    const registered = await testApp.call(accountEndpoints.register, {
      body: buildRegistration({ email }),
      ip: freshIp(),
    });
    const guest = { token: registered.body.jwt };
    const link = LINK.exec(mail.text)?.[2] ?? '';
    expect(await open(guest, link)).toMatchObject({
      status: 403,
      error: { code: 'address_unverified' },
    });
    await verifyAddress(guest, email);
    expect(await open(guest, link)).toMatchObject({
      status: 200,
      body: { album: { id: album.id }, user_album_views: [], views_allowed: 10, owned: false },
    });
    const mine = await testApp.call(foundAlbumEndpoints.myAlbums, guest);
    expect(mine.body.found.map((found) => found.album.id)).toEqual([album.id]);
    expect(await invitesOf(user, album)).toMatchObject([
      { invited_email: email, joined: true, resend_at: null },
    ]);
  });

  test('sent to oneself does not let faces be searched in the album', async () => {
    const { user, album } = await buildHolder();
    const email = freshEmail();
    await invite(user, album, email);
    expect(await open(user, await mailedLink(email))).toMatchObject({ status: 200 });
    expect(await listSearchedAlbums({ ...testApp.context, purchases }, user.id)).toEqual([]);
  });

  test('of an owner lets faces be searched in the album, but not once the owner is suspended', async () => {
    const { user: owner, album } = await buildHolder();
    const [guest, late] = [await buildUser(testApp), await buildUser(testApp)];
    await buildEntitlement(testApp, owner, album);
    const email = freshEmail();
    await invite(owner, album, email);
    const link = await mailedLink(email);
    expect(await open(guest, link)).toMatchObject({ status: 200 });
    const staff = await buildUser(testApp, { role: 'customer_support' });
    const suspension = { token: staff.token, params: { id: owner.id }, body: { reason: 'copying' as const } };
    const { status } = await testApp.call(userAdministrationEndpoints.suspendUser, suspension);
    expect(status).toBe(200);
    expect(await open(late, link)).toMatchObject({ status: 200 });
    const searched = ({ id }: TestUser) => listSearchedAlbums({ ...testApp.context, purchases }, id);
    expect([await searched(guest), await searched(late)]).toEqual([[album.id], []]);
  });

  test('is refused for an address of the sender, whatever its tags, dots and case', async () => {
    const { user, album } = await buildHolder();
    const mailbox = freshEmail().split('@', 1)[0] ?? '';
    const addresses = [user.email, user.email.toUpperCase(), user.email.replace('@', '+photos@')];
    const refused = {
      status: 409,
      error: { code: 'invite_to_self', message: ERRORS.invite_to_self.message },
    };
    for (const email of addresses) expect(await invite(user, album, email)).toMatchObject(refused);
    const gmail = await buildUser(testApp, { email: `ca.${mailbox}@gmail.com` });
    const body = { album: album.id, event: album.eventId };
    await testApp.call(foundAlbumEndpoints.findAlbum, { token: gmail.token, body });
    expect(await invite(gmail, album, `c.a${mailbox}+x@googlemail.com`)).toMatchObject(refused);
    expect(await invite(user, album, `ca.${mailbox}+x@example.test`)).toMatchObject({ status: 200 });
    expect(await invitesOf(gmail, album)).toEqual([]);
  });

  test('answers the same for an address with an account and one without', async () => {
    const { user, album } = await buildHolder();
    const known = await invite(user, album, (await buildUser(testApp)).email);
    const unknown = await invite(user, album, freshEmail());
    const shapeOf = ({ body }: typeof known) => ({
      keys: Object.keys(body),
      joined: body.joined,
      revoked: body.revoked,
      hasResend: body.resend_at !== null,
    });
    expect(known.status).toBe(200);
    expect(unknown.status).toBe(200);
    expect(shapeOf(known)).toEqual(shapeOf(unknown));
  });

  test('is made by whoever holds the album, who knows its identifier; nobody else finds any', async () => {
    const { user, album } = await buildHolder();
    const { user: stranger, album: other } = await buildHolder();
    expect(await invite(stranger, album, freshEmail())).toMatchObject({ status: 404 });
    expect(await invite(user, album, freshEmail(), other.uuid)).toMatchObject({ status: 404 });
    expect(await invite(user, { ...album, id: 2_000_000_000 }, freshEmail())).toMatchObject({ status: 404 });
    const params = { id: album.id };
    expect(
      await testApp.call(inviteEndpoints.listAlbumInvites, { token: stranger.token, params }),
    ).toMatchObject({ status: 404 });
  });

  test('is seen by its sender alone, among those who hold the same album', async () => {
    const { user, album } = await buildHolder();
    const second = await buildUser(testApp);
    const body = { album: album.id, event: album.eventId };
    await testApp.call(foundAlbumEndpoints.findAlbum, { token: second.token, body });
    const email = freshEmail();
    const first = await invite(user, album, email);
    const other = await invite(second, album, email);
    expect(other.body.id).not.toBe(first.body.id);
    expect((await invitesOf(user, album)).map(({ id }) => id)).toEqual([first.body.id]);
    expect(await revoke(second, first.body.id)).toMatchObject({ status: 404 });
  });

  test('sent again too soon is not sent; after ten minutes it is, three times at most, by the same link', async () => {
    const { user, album } = await buildHolder();
    const email = freshEmail();
    const first = await invite(user, album, email);
    const link = await mailedLink(email);
    for (let i = 0; i < 5; i++) {
      expect((await invite(user, album, email)).body.id).toBe(first.body.id);
      testApp.advanceMinutes(11);
      await invite(user, album, email);
    }
    expect(await mailedLink(email, 4)).toBe(link);
    expect(await invitesOf(user, album)).toMatchObject([{ resend_at: null }]);
    expect(await inbox(email)).toHaveLength(4);
  });

  test('asked for twice at once is one', async () => {
    const { user, album } = await buildHolder();
    const email = freshEmail();
    const answers = await Promise.all(Array.from({ length: 4 }, () => invite(user, album, email)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    await mailedLink(email);
    expect(await inbox(email)).toHaveLength(1);
  });

  test('goes out at most thirty times a day from one person, and ten times to one address', async () => {
    const { user, album } = await buildHolder();
    const send = async (email: string) => (await invite(user, album, email)).status;
    expect(await send(freshEmail())).toBe(200);
    await countHits(testApp, `album-invite:${user.id}`, 28);
    expect([await send(freshEmail()), await send(freshEmail())]).toEqual([200, 429]);
    const email = freshEmail();
    const others = [await buildHolder(), await buildHolder(), await buildHolder()];
    const statuses: number[] = [];
    for (const other of others) {
      statuses.push((await invite(other.user, other.album, email)).status);
      if (statuses.length === 1) await countHits(testApp, `album-invite:${email}`, 8);
    }
    expect(statuses).toEqual([200, 200, 429]);
  });

  test('is not mailed to an address whose owner wants none', async () => {
    const email = freshEmail();
    const first = await buildHolder();
    await invite(first.user, first.album, email);
    const mail = await nextMessage(testApp, email);
    const action = /unsubscribe\?action=([0-9a-f-]{36})/.exec(mail.text)?.[1] ?? '';
    await testApp.call(inviteEndpoints.unsubscribe, { body: { action, kind: null }, ip: freshIp() });
    const second = await buildHolder();
    expect(await invite(second.user, second.album, email)).toMatchObject({ status: 200 });
    const control = freshEmail();
    await invite(second.user, second.album, control);
    await nextMessage(testApp, control);
    expect(await inbox(email)).toHaveLength(1);
  });
});

describe('the link of an invitation', () => {
  test('opened by the inviter joins nobody', async () => {
    const { user, album } = await buildHolder();
    const email = freshEmail();
    await invite(user, album, email);
    expect(await open(user, await mailedLink(email))).toMatchObject({ status: 200 });
    expect(await invitesOf(user, album)).toMatchObject([{ joined: false }]);
  });

  test('is good on the page of its album, and counts', async () => {
    const { user, album } = await buildHolder();
    const email = freshEmail();
    await invite(user, album, email);
    const action = await mailedLink(email);
    const find = (route: string) =>
      testApp.call(inviteEndpoints.findPublicAction, {
        body: { action, client_route: route },
        ip: freshIp(),
      });
    expect(await find(`/view-album/${album.uuid}?invite=${action}`)).toMatchObject({
      status: 200,
      body: { number_of_times_accessed: 1, max_number_of_times_accessed: 100, userId: user.id },
    });
    expect(await find(`/view-album/${randomUUID()}`)).toMatchObject({ status: 404 });
  });

  test('taken back opens nothing; whoever had joined stays', async () => {
    const { user, album } = await buildHolder();
    const [early, late] = [await buildUser(testApp), await buildUser(testApp)];
    const { body } = await invite(user, album, early.email);
    const link = await mailedLink(early.email);
    await open(early, link);
    expect(await revoke(user, body.id)).toMatchObject({ status: 200, body: { ok: true } });
    expect(await revoke(user, body.id)).toMatchObject({ status: 200 });
    expect(await open(late, link)).toMatchObject({ status: 404 });
    const found = await testApp.call(inviteEndpoints.findPublicAction, {
      body: { action: link, client_route: `/view-album/${album.uuid}` },
      ip: freshIp(),
    });
    expect(found.status).toBe(404);
    expect(await invitesOf(user, album)).toMatchObject([{ joined: true, revoked: true }]);
    const mine = await testApp.call(foundAlbumEndpoints.myAlbums, { token: early.token });
    expect(mine.body.found).toHaveLength(1);
  });

  test('taken back and sent again is another one', async () => {
    const { user, album } = await buildHolder();
    const guest = await buildUser(testApp);
    const { body } = await invite(user, album, guest.email);
    const link = await mailedLink(guest.email);
    await revoke(user, body.id);
    testApp.advanceMinutes(11);
    expect(await invite(user, album, guest.email)).toMatchObject({ body: { id: body.id, revoked: false } });
    const fresh = await mailedLink(guest.email, 2);
    expect(fresh).not.toBe(link);
    expect(await open(guest, link)).toMatchObject({ status: 404 });
    expect(await open(guest, fresh)).toMatchObject({ status: 200 });
  });

  test('of an album that was unpublished, or that nobody made, opens nothing', async () => {
    const { user, album } = await buildHolder();
    const guest = await buildUser(testApp);
    await invite(user, album, guest.email);
    const link = await mailedLink(guest.email);
    const staff = await buildUser(testApp, { role: 'super' });
    const change = { token: staff.token, params: { id: album.id }, body: { published: false } };
    await testApp.call(catalogueEndpoints.updateAlbum, change);
    expect(await open(guest, link)).toMatchObject({ status: 404 });
    expect(await open(guest, randomUUID())).toMatchObject({ status: 404 });
  });

  test('lets nobody buy the album without a view, neither alone nor by cart', async () => {
    const { user, album } = await buildHolder();
    const guest = await buildBuyer(testApp);
    const { token } = guest;
    await invite(user, album, guest.email);
    const { body: found } = await open(guest, await mailedLink(guest.email));
    const refused = { status: 409, error: { code: 'view_before_purchase' } };
    expect(await payForAlbum(testApp, guest, album.id)).toMatchObject(refused);
    const body = { album: album.id };
    expect(await testApp.call(orderEndpoints.addCartItem, { token, body })).toMatchObject(refused);
    await testApp.call(foundAlbumEndpoints.viewAlbum, { token, params: { id: found.id } });
    expect(await payForAlbum(testApp, guest, album.id)).toMatchObject({ status: 200 });
  });
});

describe('an album visited by its number without a log-in', () => {
  const visit = (id: number, ip = freshIp()) =>
    testApp.call(arrivingEndpoints.visitAlbum, { params: { id }, ip });

  test('is described in words once somebody was invited to it, without anything that opens a picture', async () => {
    const { user, album } = await buildHolder();
    await invite(user, album, freshEmail());
    const { status, body } = await visit(album.id);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: album.id,
      program_name: 'Star Athletics',
      team_name: 'Comets',
      events: [{ id: album.eventId }],
    });
    expect(JSON.stringify(body)).not.toContain(album.uuid);
    for (const name of ['uuid', 'cover', 'cover_auth']) expect(body).not.toHaveProperty(name);
  });

  test('is answered like a number that nobody has, if it was not shared, no longer is, or is not online', async () => {
    const { album: unshared } = await buildHolder();
    const revoked = await buildHolder();
    const { body } = await invite(revoked.user, revoked.album, freshEmail());
    await revoke(revoked.user, body.id);
    const hidden = await buildHolder();
    await invite(hidden.user, hidden.album, freshEmail());
    const { token } = await buildUser(testApp, { role: 'super' });
    const change = { token, params: { id: hidden.album.id }, body: { published: false } };
    await testApp.call(catalogueEndpoints.updateAlbum, change);
    const absent = await visit(2_000_000_000);
    expect(absent).toMatchObject({ status: 404, error: { code: 'not_found' } });
    for (const { id } of [unshared, revoked.album, hidden.album]) {
      const answer = await visit(id);
      expect(answer.status).toBe(404);
      expect({ ...answer.error, request_id: '' }).toEqual({ ...absent.error, request_id: '' });
    }
  });

  test('can be asked for 120 times an hour from one network, found or not', async () => {
    const { user, album } = await buildHolder();
    await invite(user, album, freshEmail());
    const ip = freshIp();
    await countHits(testApp, `visit-album:${ip}`, 118);
    expect((await visit(album.id, ip)).status).toBe(200);
    expect((await visit(2_000_000_000, ip)).status).toBe(404);
    expect((await visit(album.id, ip)).status).toBe(429);
    expect((await visit(2_000_000_000, ip)).status).toBe(429);
    testApp.advanceMinutes(61);
    expect((await visit(album.id, ip)).status).toBe(200);
  });
});

describe("the inviter's name in a mail to strangers", () => {
  test.each([
    ['Zoë', 'Zoë'],
    [' Mary-Jane O’Neil ', 'Mary-Jane O’Neil'],
    ['Win at example.test', 'Someone you know'],
    ['https://example.test', 'Someone you know'],
    ['$$$', 'Someone you know'],
    ['', 'Someone you know'],
    ['a'.repeat(41), 'Someone you know'],
  ])('%s is said as %s', (given, said) => {
    expect(senderName(i18nFor('en'), given)).toBe(said);
  });
});

describe('looking at an invitation before logging in', () => {
  const visit = (link: string) =>
    testApp.call(arrivingEndpoints.visitAlbumInvite, { body: { invite: link }, ip: freshIp() });

  test('names the inviter by first name and the album, and uses nothing up', async () => {
    const { user, album } = await buildHolder({ firstName: 'Robin' });
    const email = freshEmail();
    await invite(user, album, email);
    const link = await mailedLink(email);
    for (let i = 0; i < 3; i++) {
      const { status, body } = await visit(link);
      expect(status).toBe(200);
      expect(body).toEqual({ inviter_first_name: 'Robin', album_uuid: album.uuid });
    }
    const action = await testApp.context.db
      .selectFrom('publicActionRoutes')
      .select('numberOfTimesAccessed')
      .where('publicActionUuid', '=', link)
      .executeTakeFirstOrThrow();
    expect(action.numberOfTimesAccessed).toBe(0);
  });

  test('finds neither a revoked nor an unknown one', async () => {
    const { user, album } = await buildHolder();
    const email = freshEmail();
    const { body } = await invite(user, album, email);
    const link = await mailedLink(email);
    await revoke(user, body.id);
    expect(await visit(link)).toMatchObject({ status: 404 });
    expect(await visit(randomUUID())).toMatchObject({ status: 404 });
  });
});
