import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { enteringEndpoints } from '#contract/endpoints/entering.ts';
import { favoriteEndpoints, foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { inviteEndpoints } from '#contract/endpoints/invites.ts';
import { orderEndpoints } from '#contract/endpoints/orders.ts';
import { posterEndpoints } from '#contract/endpoints/posters.ts';
import { DEFAULT_SITE_SETTINGS, settingsEndpoints } from '#contract/endpoints/settings.ts';
import { supportEndpoints } from '#contract/endpoints/support.ts';
import type { Language } from '#contract/i18n.ts';
import spanish from '#contract/messages/es.json' with { type: 'json' };
import { buildMatch, holdAlbum } from '#server/testing/athletes.ts';
import { inTransaction } from './context.ts';
import { notifyClaimed } from './modules/accounts/claim-address.ts';
import { issueCode } from './modules/accounts/email-codes.ts';
import { notifyAthleteFound } from './modules/athletes/save-matches.ts';
import { notifyZipReady } from './modules/downloads/request-download.ts';
import { notifyPoolMember } from './modules/group-orders/pool-messages.ts';
import { sendDigests } from './modules/notifications/send-digests.ts';
import { sendDeletionCode } from './modules/privacy/delete-account.ts';
import { planGoodbye } from './modules/privacy/goodbye.ts';
import { planSaleMail } from './modules/reminders/plan-sale-mails.ts';
import { mailWhenAway } from './modules/support/mail-away.ts';
import { i18nFor } from './platform/languages/i18n.ts';
import { buildAlbum, buildImage } from './testing/catalogue-factories.ts';
import { expectSoundMail, wordsOf } from './testing/check-mail.ts';
import {
  buildUser,
  freshEmail,
  freshIp,
  nextMessage,
  TEST_PASSWORD,
  type TestUser,
} from './testing/factories.ts';
import { buildHolding } from './testing/held-albums.ts';
import { payOrder, placeOrder } from './testing/order-factories.ts';
import { buildEntitlement } from './testing/owned-albums.ts';
import {
  ALBUM_PRICE,
  buildBuyer,
  buildViewedAlbum,
  payForAlbum,
  sharePayingApp,
} from './testing/paying-app.ts';
import { buildPool } from './testing/pools.ts';
import { refundOrder } from './testing/refunds.ts';

const app = await sharePayingApp();
const english = i18nFor('en');
/** Every sentence that a mail took from the catalog, in English. */
const taken = new Map<string, string>();

/** Puts marks around what comes from the catalog, so that all other words stand out. */
beforeAll(() => {
  vi.spyOn(i18nFor('es'), 't').mockImplementation((id, values) => {
    const words = english.t(id, values);
    taken.set(id, words);
    return `⟦${words}⟧`;
  });
});
afterAll(() => {
  vi.restoreAllMocks();
});

const NAMES =
  /Encore Spirit|Encore|Star Athletics( \d+)?( Comets)?|Senior 4|Winter Classic|Austin|TX|1 Stage Door|Anytown|Xochitl|Hola|\d+ \p{L}+ \d{4}/giu;

function wordsOutside(text: string): string[] {
  let rest = text.replace(/https?:\S+/g, '').replace(/\S+@\S+/g, '');
  for (let before = ''; before !== rest; ) [before, rest] = [rest, rest.replace(/⟦[^⟦⟧]*⟧/gu, '')];
  return rest.replace(NAMES, '').match(/\p{L}{2,}/gu) ?? [];
}

async function speaks<Person extends { id: number }>(person: Person, language: Language): Promise<Person> {
  await app.context.db.updateTable('users').set({ language }).where('id', '=', person.id).execute();
  return person;
}

const reader = async (language: Language) => speaks(await buildUser(app, { firstName: 'Xochitl' }), language);
const buyer = async (language: Language) => speaks(await buildBuyer(app), language);
/** What the browser of a visitor sends. */
const cookie = (language: Language) => ({ device: `language=${language}`, ip: freshIp() });

async function sendAll(): Promise<void> {
  app.advanceMinutes(2);
  await sendDigests(app.context);
}

let programs = 1000;

async function publishFor(followers: TestUser[]): Promise<void> {
  const album = await buildAlbum(app, { publishedAt: null, programName: `Star Athletics ${++programs}` });
  const team = { program_name: album.programName, team_name: album.teamName, division_name: '' };
  for (const { token } of followers)
    await app.call(foundAlbumEndpoints.addSubscription, { token, body: team });
  await buildImage(app, album);
  const staff = await buildUser(app, { role: 'super' });
  await app.call(catalogueEndpoints.updateAlbum, {
    token: staff.token,
    params: { id: album.id },
    body: { published: true, few_photos_ok: true },
  });
  const told = () =>
    app.context.db
      .selectFrom('notifications')
      .select('id')
      .where(
        'userId',
        'in',
        followers.map(({ id }) => id),
      )
      .execute();
  await expect.poll(told).toHaveLength(followers.length);
  await sendAll();
}

async function pool(language: Language, message: Parameters<typeof notifyPoolMember>[1]['message']) {
  const { orderId, owner } = await buildPool(app);
  await speaks(owner, language);
  const told = { message, orderId, userId: owner.id, occasion: '1', withdrawn: ['Star Athletics Comets'] };
  await notifyPoolMember(app.context, told);
  return owner.email;
}

async function invite(language: Language, to: 'album' | 'order'): Promise<string> {
  const email = freshEmail();
  if (to === 'order') {
    const { orderId, key, owner } = await buildPool(app);
    await speaks(owner, language);
    const body = { orderId, order_key: key, invited_email: email };
    await app.call(inviteEndpoints.inviteToOrder, { token: owner.token, body });
    return email;
  }
  const { token } = await reader(language);
  const album = await buildAlbum(app);
  await app.call(foundAlbumEndpoints.findAlbum, { token, body: { album: album.id, event: album.eventId } });
  const body = { albumId: album.id, albumUUID: album.uuid, email };
  await app.call(inviteEndpoints.inviteToAlbum, { token, body });
  return email;
}

async function code(language: Language, purpose: 'verification' | 'change'): Promise<string> {
  const { id, email: own } = await reader(language);
  const email = purpose === 'change' ? freshEmail() : own;
  await inTransaction(app.context, (tx) => issueCode(tx, { userId: id, purpose, email }));
  return email;
}

async function pay(language: Language) {
  const person = await buyer(language);
  const album = await buildViewedAlbum(app, person);
  return { person, order: (await payForAlbum(app, person, album.id)).body };
}

/** Each sends one mail or text, and returns whom to. */
const KINDS: Record<string, (language: Language) => Promise<string>> = {
  'photos are up': async (language) => {
    const person = await reader(language);
    await publishFor([person]);
    return person.email;
  },
  'athlete found': async (language) => {
    const person = await reader(language);
    const album = await buildAlbum(app);
    await holdAlbum(app, person, album);
    const { athleteId: id } = await buildMatch(app, person, album);
    await inTransaction(app.context, (tx) => notifyAthleteFound(tx, { id, userId: person.id }, album.id));
    await sendAll();
    return person.email;
  },
  'group order joined': (language) => pool(language, 'joined'),
  'group order without a card': (language) => pool(language, 'fell_out'),
  'group order with a share to take': (language) => pool(language, 'covering'),
  'group order complete': (language) => pool(language, 'filled'),
  'group order ended': (language) => pool(language, 'released'),
  'group order changed': (language) => pool(language, 'withdrawn'),
  'album ready': async (language) => {
    const person = await reader(language);
    const album = await buildAlbum(app);
    const { id: entitlementId } = await buildEntitlement(app, person, album);
    await notifyZipReady(app.context, { entitlementId, looks: 0 });
    return person.email;
  },
  'cart waiting': async (language) => {
    const person = await reader(language);
    const { id: userId, token, email } = person;
    const album = await buildAlbum(app);
    const image = await buildImage(app, album);
    await buildHolding(app, person, album, { viewsUsed: 1 });
    await app.call(favoriteEndpoints.changeFavorites, { token, body: { add: [image.id] } });
    const createdAt = new Date(app.context.clock.now().getTime() - 49 * 3_600_000);
    await app.context.db.updateTable('favorites').set({ createdAt }).where('userId', '=', userId).execute();
    const mail = { userId, eventId: album.eventId, kind: 'reminder' } as const;
    await inTransaction(app.context, (tx) => planSaleMail(tx, mail));
    return email;
  },
  receipt: async (language) => (await pay(language)).person.email,
  gift: async (language) => {
    const person = await buyer(language);
    const id = await placeOrder(app, person, [(await buildViewedAlbum(app, person)).id]);
    const email = freshEmail();
    await app.call(orderEndpoints.setGift, {
      token: person.token,
      params: { id },
      body: { email, message: 'Hola' },
    });
    await payOrder(app, person, id, ALBUM_PRICE);
    return email;
  },
  refund: async (language) => {
    const { person, order } = await pay(language);
    await nextMessage(app, person.email);
    await app.context.db.deleteFrom('outboxMessages').where('recipient', '=', person.email).execute();
    await refundOrder(app, order.order_key);
    return person.email;
  },
  'invitation to an album': (language) => invite(language, 'album'),
  'invitation to a group order': (language) => invite(language, 'order'),
  'answer of support': async (language) => {
    const person = await reader(language);
    const message = () => ({ text: 'Hola', attachments: [], key: randomUUID() });
    const asked = await app.call(supportEndpoints.sendMessage, { token: person.token, body: message() });
    const staff = await buildUser(app, { role: 'customer_support' });
    const conversationId = asked.body.conversation.id;
    const call = { token: staff.token, params: { id: conversationId }, body: message() };
    await app.call(supportEndpoints.answerConversation, call);
    app.advanceMinutes(2);
    await mailWhenAway(app.context, { conversationId, reader: 'customer' });
    return person.email;
  },
  'log-in link': async (language) => {
    const { email } = await buildUser(app);
    await app.call(accountEndpoints.sendLoginLink, { body: { email }, ...cookie(language) });
    return email;
  },
  'password link': async (language) => {
    const { email } = await reader(language);
    await app.call(accountEndpoints.forgotPassword, { body: { email }, ip: freshIp() });
    return email;
  },
  'password changed': async (language) => {
    const { email, token } = await reader(language);
    const body = { currentPassword: TEST_PASSWORD, password: 'Tortoise-9-parade', passwordConfirmation: '' };
    body.passwordConfirmation = body.password;
    await app.call(accountEndpoints.changePassword, { token, body: body as never });
    return email;
  },
  'one-time code of a stranger': async (language) => {
    const body = { email: freshEmail(), agreed_to_terms: true as const };
    await app.call(enteringEndpoints.sendOneTimeCode, { body, ...cookie(language) });
    return body.email;
  },
  'code for an address': (language) => code(language, 'verification'),
  'code for a new address': (language) => code(language, 'change'),
  'address claimed': async (language) => {
    const person = await reader(language);
    const claim = { hadPassword: true, isReplaced: true };
    await inTransaction(app.context, (tx) => notifyClaimed(tx, { ...person, language }, claim));
    return person.email;
  },
  'code to delete the account': async (language) => {
    const { id, email } = await reader(language);
    await sendDeletionCode(app.context, { userId: id } as never);
    return email;
  },
  'account deleted': async (language) => {
    const email = freshEmail();
    await inTransaction(app.context, (tx) => planGoodbye(tx, { email, language }));
    return email;
  },
  'poster of a team': async (language) => {
    const album = await buildAlbum(app, { publishedAt: null });
    const { code } = await app.context.db
      .selectFrom('posterCodes')
      .select('code')
      .where('albumId', '=', album.id)
      .executeTakeFirstOrThrow();
    const email = freshEmail();
    await app.call(posterEndpoints.askToFollow, { params: { code }, body: { email }, ...cookie(language) });
    return email;
  },
  'text with a code': async (language) => {
    const { token } = await buildUser(app);
    const to = `+1555${String(Math.random()).slice(2, 9)}`;
    await app.call(accountEndpoints.sendPhoneCode, { token, body: { to }, ...cookie(language) });
    return to;
  },
};

describe.each(Object.entries(KINDS))('the mail "%s"', (_name, send) => {
  test('is Spanish from subject to footer for one reader, and English for another', async () => {
    const mail = await nextMessage(app, await send('es'));
    expect(wordsOutside(mail.subject)).toEqual([]);
    expect(wordsOutside(mail.text)).toEqual([]);
    if (mail.channel === 'email') {
      expectSoundMail(mail, app.context.config.publicUrl);
      expect(mail.html).toContain('<html lang="es">');
      expect(wordsOutside(wordsOf(mail.html, { withPreview: true }))).toEqual([]);
      const [, title = ''] = /<title>([^<]*)/.exec(mail.html) ?? [];
      expect(wordsOutside(title)).toEqual([]);
    }
    const other = await nextMessage(app, await send('en'));
    expect(other.subject + other.text + other.html).not.toMatch(/⟦|lang="es"/);
  });
});

test('a new account starts in the language of its browser', async () => {
  const email = freshEmail();
  const body = {
    email,
    username: email,
    password: 'Tortoise-9-parade',
    first_name: 'Xochitl',
    last_name: 'Test',
    name: 'Xochitl Test',
    agreed_to_terms: true as const,
  };
  const answer = await app.call(accountEndpoints.register, { body: body as never, ...cookie('es') });
  expect(answer).toMatchObject({ status: 200, body: { user: { language: 'es' } } });
});

test('one job writes to each follower of a team in their own language', async () => {
  const [ana, ben] = [await reader('es'), await reader('en')];
  await publishFor([ana, ben]);
  expect((await nextMessage(app, ana.email)).subject).toMatch(/^⟦Photos of /);
  expect((await nextMessage(app, ben.email)).subject).toMatch(/^Photos of /);
});

test('texts that staff wrote stay as written, for every reader', async () => {
  const staff = await buildUser(app, { role: 'super' });
  const change = (body: object) =>
    app.call(settingsEndpoints.changeSettings, { token: staff.token, body: body as never });
  const before = DEFAULT_SITE_SETTINGS;
  await change({ mail_greeting: 'Ahoy {first_name}!', mail_footer: 'Pictures and more.' });
  const { text } = await nextMessage(app, (await KINDS['password link']?.('es')) ?? '');
  await change({ mail_greeting: before.mail_greeting, mail_footer: before.mail_footer });
  expect(text).toContain('\n\nAhoy Xochitl!\n\n');
  expect(text).toContain('\nPictures and more.\n');
});

test('every sentence that these mails took has a Spanish one', () => {
  expect(taken.size).toBeGreaterThan(80);
  const catalog = spanish as Record<string, string>;
  const SAME = new Set(['Total']);
  const missing = [...taken.keys()].filter((id) => !SAME.has(id) && (catalog[id] || id) === id);
  expect(missing).toEqual([]);
});
