import { describe, expect, test } from 'vitest';
import { catalogueEndpoints } from '#contract/endpoints/catalogue.ts';
import { foundAlbumEndpoints } from '#contract/endpoints/found-albums.ts';
import { moderationEndpoints } from '#contract/endpoints/moderation.ts';
import { notificationEndpoints } from '#contract/endpoints/notifications.ts';
import {
  FACTORY_NOTIFICATION_SETTINGS,
  type NotificationKind,
  type NotificationSettings,
} from '#contract/rules/notifications.ts';
import { inTransaction } from '#server/context.ts';
import { notifyReporters } from '#server/modules/moderation/decide-reports.ts';
import { listOutbox } from '#server/platform/mail/outbox.ts';
import { buildAlbum, buildEvent, buildImage } from '#server/testing/catalogue-factories.ts';
import { buildUser, eventually, nextMessage, type TestUser } from '#server/testing/factories.ts';
import { shareTestApp } from '#server/testing/test-app.ts';
import { deliver } from './deliver-message.ts';
import { upsertUserSettings } from './notification-settings.ts';
import type { NewNotification } from './notifications.rules.ts';
import { notify } from './notify.ts';
import { sendDigests } from './send-digests.ts';

const testApp = shareTestApp();

const notification = (fields: Partial<NewNotification> = {}): NewNotification => ({
  kind: 'zip_ready',
  subject: 'zip:1',
  words: () => ({ title: 'Your download is ready', line: 'Comets are packed.' }),
  path: '/MyAlbums',
  ...fields,
});
const tell = (to: number | number[], fields: Partial<NewNotification> = {}) =>
  inTransaction(testApp.context, (tx) => notify(tx, to, notification(fields)));
const choose = (userId: number, kind: NotificationKind, channels: { email: boolean; sms: boolean }) => {
  const settings: NotificationSettings = {
    ...FACTORY_NOTIFICATION_SETTINGS,
    [kind]: { push: true, ...channels },
  };
  return upsertUserSettings(testApp.context.db, userId, settings);
};
const sendAll = () => sendDigests(testApp.context);
const inbox = (to: string) => listOutbox(testApp.context.db, to);
const waiting = async (userId: number) =>
  (
    await testApp.context.db
      .selectFrom('notificationMessages')
      .select('id')
      .where('userId', '=', userId)
      .where('sentAt', 'is', null)
      .execute()
  ).length;
/** Everything notified so far has been sent. */
const settled = (userId: number) =>
  eventually(async () => ((await waiting(userId)) === 0 ? true : undefined), 'all messages sent');

async function verifyPhone(user: TestUser): Promise<string> {
  const phoneNumber = `+1512555${String(user.id).padStart(4, '0')}`;
  await testApp.context.db
    .updateTable('users')
    .set({ phoneNumber, phoneVerifiedAt: new Date() })
    .where('id', '=', user.id)
    .execute();
  return phoneNumber;
}

let teams = 0;
async function buildFollower() {
  teams += 1;
  const user = await buildUser(testApp);
  const team = { program_name: `Program ${teams}`, team_name: 'Comets', division_name: '' };
  await testApp.call(foundAlbumEndpoints.addSubscription, { token: user.token, body: team });
  const event = await buildEvent(testApp);
  const staff = await buildUser(testApp, { role: 'super' });
  const buildUnpublished = () =>
    buildAlbum(testApp, {
      eventId: event.id,
      programName: team.program_name,
      teamName: team.team_name,
      publishedAt: null,
    });
  const change = (albumId: number, body: object) =>
    testApp.call(catalogueEndpoints.updateAlbum, { token: staff.token, params: { id: albumId }, body });
  const publish = async (body: object = {}) => {
    const album = await buildUnpublished();
    await change(album.id, { published: true, ...body });
    await eventually(
      () =>
        testApp.context.db
          .selectFrom('userFoundAlbums')
          .select('id')
          .where('userId', '=', user.id)
          .where('albumId', '=', album.id)
          .executeTakeFirst(),
      'the album among the found ones',
    );
    return album;
  };
  return { user, publish, change };
}

describe('a message about one thing', () => {
  test('is sent at once, in both parts, with the way out in its headers and its footer', async () => {
    const user = await buildUser(testApp, { firstName: 'Robin' });
    await tell(user.id);
    const message = await nextMessage(testApp, user.email, /download is ready/);
    expect(message.text).toContain('Hi Robin,');
    expect(message.text).toContain('Comets are packed.');
    const headers = message.headers as Record<string, string>;
    const action = /one-click\/([0-9a-f-]{36})>$/.exec(headers['List-Unsubscribe'] ?? '')?.[1];
    expect(headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    const { publicUrl } = testApp.context.config;
    for (const part of [message.text, message.html]) {
      expect(part).toContain(`${publicUrl}/MyAlbums`);
      expect(part).toContain(`${publicUrl}/unsubscribe?action=${action}`);
      expect(part).toMatch(/\/user-profile\?login=[\w-]{43}#notifications/);
      expect(part).toContain(testApp.context.config.mail.postalAddress);
    }
  });

  test('is sent once per subject, however often it happens', async () => {
    const user = await buildUser(testApp);
    await tell(user.id);
    await Promise.all([tell(user.id), tell([user.id, user.id])]);
    await tell(user.id, { subject: 'zip:2' });
    await eventually(async () => ((await inbox(user.email)).length === 2 ? true : undefined), 'both');
    await settled(user.id);
    expect(await inbox(user.email)).toHaveLength(2);
  });

  test('delivered again after a crash reaches the reader once', async () => {
    const user = await buildUser(testApp);
    await tell(user.id);
    await settled(user.id);
    const { db } = testApp.context;
    const { id } = await db
      .updateTable('notificationMessages')
      .set({ sentAt: null })
      .where('userId', '=', user.id)
      .returning('id')
      .executeTakeFirstOrThrow();
    const shows = { showAlbum: async () => undefined, showAthlete: async () => undefined };
    await deliver({ ...testApp.context, ...shows }, id);
    expect(await inbox(user.email)).toHaveLength(1);
    expect(await waiting(user.id)).toBe(0);
  });

  test('of a transaction that was rolled back is never sent', async () => {
    const user = await buildUser(testApp);
    const undone = inTransaction(testApp.context, async (tx) => {
      await notify(tx, user.id, notification());
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    const { db } = testApp.context;
    const rows = await db.selectFrom('notifications').select('id').where('userId', '=', user.id).execute();
    expect(rows).toEqual([]);
  });
});

describe('settings', () => {
  test('decide the channel; a text goes to a verified number only', async () => {
    const [reader, texter, both, unverified, nobody] = await Promise.all(
      Array.from({ length: 5 }, () => buildUser(testApp)),
    );
    if (!reader || !texter || !both || !unverified || !nobody) throw new Error('unreachable');
    const phones = [await verifyPhone(texter), await verifyPhone(both)];
    await choose(texter.id, 'pool', { email: false, sms: true });
    await choose(both.id, 'pool', { email: true, sms: true });
    await choose(unverified.id, 'pool', { email: false, sms: true });
    await choose(nobody.id, 'pool', { email: false, sms: false });
    const everyone = [reader, texter, both, unverified, nobody];
    await tell(
      everyone.map((user) => user.id),
      {
        kind: 'pool',
        subject: 'order:7',
        words: () => ({ title: 'Your group order is complete.', line: 'All shares are paid.' }),
        path: '/OpenOrders',
      },
    );
    for (const { id } of everyone) await settled(id);
    const mails = await Promise.all(everyone.map(async (user) => (await inbox(user.email)).length));
    expect(mails).toEqual([1, 0, 1, 0, 0]);
    for (const phone of phones) {
      expect((await inbox(phone)).map(({ channel, text }) => ({ channel, text }))).toEqual([
        {
          channel: 'sms',
          text: `Encore: Your group order is complete. ${testApp.context.config.publicUrl}/OpenOrders`,
        },
      ]);
    }
  });

  describe('of somebody whose number takes no texts', () => {
    const textTwice = async (outcome: 'refused' | 'stopped') => {
      const user = await buildUser(testApp);
      const { id, token } = user;
      await verifyPhone(user);
      await choose(id, 'pool', { email: true, sms: true });
      await tell(id, { kind: 'pool' });
      await settled(id);
      const { db, sms } = testApp.context;
      const { id: messageId } = await db
        .updateTable('notificationMessages')
        .set({ sentAt: null })
        .where('userId', '=', id)
        .where('channel', '=', 'sms')
        .returning('id')
        .executeTakeFirstOrThrow();
      let tries = 0;
      const send = async () => {
        tries += 1;
        return outcome;
      };
      const shows = { showAlbum: async () => undefined, showAthlete: async () => undefined };
      const context = { ...testApp.context, ...shows, sms: { ...sms, send } };
      await deliver(context, messageId);
      await deliver(context, messageId);
      const { body } = await testApp.call(notificationEndpoints.getSettings, { token, params: { id } });
      return { tries, settings: body.settings, id, token };
    };

    test('turn off for texts once they answered STOP, until they turn them on again', async () => {
      const { tries, settings, id, token } = await textTwice('stopped');
      expect(tries).toBe(1);
      expect(settings.pool).toEqual({ email: true, sms: false, push: true });
      const again = await testApp.call(notificationEndpoints.updateSettings, {
        token,
        params: { id },
        body: { settings: { ...settings, pool: { ...settings.pool, sms: true } } },
      });
      expect(again.body.settings.pool.sms).toBe(true);
    });

    test('stay as they are when one text is refused, which is tried once', async () => {
      const { tries, settings } = await textTwice('refused');
      expect(tries).toBe(1);
      expect(settings.pool.sms).toBe(true);
    });
  });

  test('changed before the message went out still count', async () => {
    const { user, publish } = await buildFollower();
    await publish();
    await choose(user.id, 'album_published', { email: false, sms: false });
    testApp.advanceMinutes(2);
    await sendAll();
    await choose(user.id, 'album_published', { email: true, sms: false });
    testApp.advanceMinutes(2);
    await sendAll();
    await settled(user.id);
    expect(await inbox(user.email)).toEqual([]);
  });
});

test('two athletes who are found in one album make one album in the message', async () => {
  const user = await buildUser(testApp);
  const [before, album] = [await buildAlbum(testApp), await buildAlbum(testApp)];
  const find = (athlete: number, albumId: number) =>
    inTransaction(testApp.context, (tx) =>
      notify(tx, user.id, {
        kind: 'athlete_found',
        subject: `athlete:${athlete}:album:${albumId}`,
        words: () => ({ title: 'New photos of your athlete', line: 'In new photos.' }),
        path: `/MyAthlete?athlete=${athlete}`,
        albumId,
      }),
    );
  const restart = testApp.stopClock(18);
  await find(1, before.id);
  const { id } = await nextMessage(testApp, user.email);
  for (const athlete of [1, 2]) await find(athlete, album.id);
  testApp.advanceMinutes(21);
  await sendAll();
  const { subject, text } = await nextMessage(testApp, user.email, /.*/s, new Set([id]));
  expect(subject).toBe('New photos of your athlete');
  expect(text).toContain('/MyAthlete?login=');
  restart();
});

describe('notification of a saved team', () => {
  test('25 albums in an hour are two mails: the first soon, the others together after the hour', async () => {
    const { user, publish } = await buildFollower();
    await publish();
    testApp.advanceMinutes(2);
    await sendAll();
    await nextMessage(testApp, user.email, /Photos of/);

    for (let i = 0; i < 24; i++) {
      await publish();
      if (i % 8 === 0) {
        testApp.advanceMinutes(10);
        await sendAll();
      }
    }
    await settled(user.id);
    expect(await inbox(user.email)).toHaveLength(1);

    testApp.advanceMinutes(60);
    await Promise.all([sendAll(), sendAll()]);
    const digest = await nextMessage(testApp, user.email, /24 new albums from your teams/);
    expect(digest.text).toContain('And 4 more.');
    testApp.advanceMinutes(120);
    await sendAll();
    await settled(user.id);
    expect(await inbox(user.email)).toHaveLength(2);
  }, 60_000);

  test('that comes by the handful is one mail from the start', async () => {
    const { user, publish } = await buildFollower();
    for (let i = 0; i < 3; i++) await publish();
    await sendAll();
    expect(await inbox(user.email)).toEqual([]);
    testApp.advanceMinutes(2);
    await sendAll();
    const { text } = await nextMessage(testApp, user.email, /3 new albums from your teams/);
    expect(text.match(/Comets\nWinter Classic, Austin, TX\nSenior 4, .*\n/g)).toHaveLength(3);
  });

  test('published quietly is found by everyone and announced to no one', async () => {
    const { user, publish } = await buildFollower();
    await publish({ quiet: true });
    testApp.advanceMinutes(90);
    await sendAll();
    await settled(user.id);
    expect(await inbox(user.email)).toEqual([]);
  });

  test('taken back before anyone was notified is not announced; published again it is not announced twice', async () => {
    const { user, publish, change } = await buildFollower();
    const mistake = await publish();
    await change(mistake.id, { published: false });
    testApp.advanceMinutes(2);
    await sendAll();
    const kept = await publish();
    testApp.advanceMinutes(2);
    await sendAll();
    await nextMessage(testApp, user.email, /Photos of/);
    await change(kept.id, { published: false });
    await change(kept.id, { published: true });
    testApp.advanceMinutes(90);
    await sendAll();
    await settled(user.id);
    expect(await inbox(user.email)).toHaveLength(1);
  });
});

describe('a settled report', () => {
  test('is sent to everyone who reported the photo, once per decision, and again for a later report', async () => {
    const staff = await buildUser(testApp, { role: 'customer_support' });
    const reporters = [await buildUser(testApp), await buildUser(testApp)];
    const album = await buildAlbum(testApp, { imagesCount: 1 });
    const image = await buildImage(testApp, album);
    const place = { album: album.id, event: album.eventId };
    const reportAs = ({ id, token }: TestUser, memo: string) => {
      const body = { ...place, image: image.id, user: id, type: 'quality' as const, memo };
      return testApp.call(moderationEndpoints.reportPhoto, { token, body });
    };
    for (const reporter of reporters) {
      await testApp.call(foundAlbumEndpoints.findAlbum, { token: reporter.token, body: place });
      for (const memo of ['blurred', 'still blurred']) await reportAs(reporter, memo);
    }
    const settle = async (removed: boolean) => {
      await testApp.call(moderationEndpoints.acknowledgeReport, {
        token: staff.token,
        body: { image: image.id, removed },
      });
      await notifyReporters(testApp.context, { imageId: image.id, removed });
    };
    await settle(false);
    await settle(false);
    for (const { id, email } of reporters) {
      await nextMessage(testApp, email, /stays in the album/);
      await settled(id);
      expect(await inbox(email)).toHaveLength(1);
    }
    const [first, second] = reporters as [TestUser, TestUser];
    await reportAs(first, 'still there');
    await settle(false);
    for (const { id } of reporters) await settled(id);
    expect(await inbox(first.email)).toHaveLength(2);
    expect(await inbox(second.email)).toHaveLength(1);
    await settle(true);
    for (const { email } of reporters) await nextMessage(testApp, email, /took the photo down/);
  });
});
