import { beforeAll, describe, expect, test } from 'vitest';
import { moderationEndpoints, type ReportInReview } from '#contract/endpoints/moderation.ts';
import { listOutbox } from '#server/platform/mail/outbox.ts';
import { issueImageToken } from '#server/platform/security/image-tokens.ts';
import { holdAlbum } from '#server/testing/athletes.ts';
import { buildAlbum, buildImage, type TestAlbum } from '#server/testing/catalogue-factories.ts';
import { buildUser, nextMessage, type TestUser } from '#server/testing/factories.ts';
import { zipPath } from '#server/testing/fetch-zip.ts';
import { buildViewer } from '#server/testing/held-albums.ts';
import { buildEntitlement } from '#server/testing/owned-albums.ts';
import { shareTestApp } from '#server/testing/test-app.ts';
import { notifyReporters } from './decide-reports.ts';

const testApp = shareTestApp();
beforeAll(() => testApp.stopClock());
const { reportPhoto, acknowledgeReport, reopenReport, listReportedPhotos } = moderationEndpoints;

async function buildReport(type: ReportInReview['type']) {
  const reporter = await buildUser(testApp, { firstName: 'Robin' });
  const staff = await buildUser(testApp, { role: 'customer_support' });
  const album = await buildAlbum(testApp, { imagesCount: 2 });
  const image = await buildImage(testApp, album, { fileName: 'REPORTED.JPG' });
  await buildImage(testApp, album, { fileName: 'OTHER.JPG' });
  const place = { album: album.id, event: album.eventId };
  await holdAlbum(testApp, reporter, album);
  const body = { ...place, image: image.id, user: reporter.id, type, memo: 'Please look' };
  await testApp.call(reportPhoto, { token: reporter.token, body });
  return { reporter, staff, album, image };
}

const waiting = async ({ token }: TestUser, imageId: number) =>
  (await testApp.call(listReportedPhotos, { token, query: { ack_ne: 'true' } })).body.filter(
    (report) => report.image === imageId,
  );

const decide = ({ token }: TestUser, image: number, removed: boolean) =>
  testApp.call(acknowledgeReport, { token, body: { image, removed } });

const undo = ({ token }: TestUser, image: number) => testApp.call(reopenReport, { token, body: { image } });

const statusOf = async (url: string) => (await testApp.request({ url })).status;

const addressInReview = ({ photo, image }: ReportInReview) =>
  `/api/images/${photo.folder}/${image}.preview?auth=${photo.auth}`;

async function customersAddress(album: TestAlbum, imageId: number): Promise<string> {
  const { id: userId } = await buildViewer(testApp, album);
  const grant = { folderUuid: album.uuid, userId, scope: { kind: 'previews' as const } };
  return `/api/images/${album.uuid}/${imageId}.preview?auth=${issueImageToken(testApp.context, grant, 30)}`;
}

describe('the review of a reported photo', () => {
  test('shows the photo even when hidden, its event, the reporter and the deadline', async () => {
    for (const type of ['privacy', 'quality'] as const) {
      const { reporter, staff, image } = await buildReport(type);
      const [report, ...others] = await waiting(staff, image.id);
      expect(others).toEqual([]);
      expect(report).toMatchObject({
        type,
        memo: 'Please look',
        reporter: { name: 'Robin Customer', email: reporter.email },
        album_name: 'Star Athletics Comets',
        division_name: 'Senior 4',
        event_name: 'Winter Classic',
        photo: { file_name: 'REPORTED.JPG', is_hidden: type === 'privacy', faces: null },
      });
      if (!report) return;
      const hours = (Date.parse(report.decide_by) - Date.parse(report.created_at)) / 3600_000;
      expect(hours).toBe(48);
      expect(await statusOf(addressInReview(report))).toBe(200);
    }
  });

  test('counts faces after face detection has run', async () => {
    const { staff, image } = await buildReport('quality');
    await testApp.context.db
      .updateTable('images')
      .set({ faces: JSON.stringify([{}, {}, {}]), facesAt: new Date() })
      .where('id', '=', image.id)
      .execute();
    expect((await waiting(staff, image.id))[0]?.photo.faces).toBe(3);
  });
});

describe('a photo that staff remove', () => {
  test('disappears from previews and zips, and the reporter is notified', async () => {
    const { reporter, staff, album, image } = await buildReport('quality');
    const owner = await buildUser(testApp);
    const { id } = await buildEntitlement(testApp, owner, album);
    const zipText = async () =>
      (await testApp.request({ url: await zipPath(testApp, owner, id), headers: { host: 'localhost' } }))
        .text;
    expect(await zipText()).toContain('REPORTED.jpg');
    expect(await statusOf(await customersAddress(album, image.id))).toBe(200);

    const { body } = await decide(staff, image.id, true);
    expect(body).toMatchObject([{ ack: true, removed: true, photo: { is_hidden: true } }]);
    expect(await statusOf(await customersAddress(album, image.id))).toBe(404);
    expect(body[0] && (await statusOf(addressInReview(body[0])))).toBe(200);
    const after = await zipText();
    expect(after).not.toContain('REPORTED.jpg');
    expect(after).toContain('OTHER.jpg');

    await notifyReporters(testApp.context, { imageId: image.id, removed: true });
    await nextMessage(testApp, reporter.email, /took the photo down/);
  });
});

describe('a decision that is undone', () => {
  test('restores what the open reports imply and notifies nobody', async () => {
    for (const [type, removed, status] of [
      ['privacy', false, 404],
      ['privacy', true, 404],
      ['quality', true, 200],
      ['quality', false, 200],
    ] as const) {
      const { reporter, staff, album, image } = await buildReport(type);
      await decide(staff, image.id, removed);
      expect(await waiting(staff, image.id)).toEqual([]);
      expect(await undo(staff, image.id)).toMatchObject({
        status: 200,
        body: [{ ack: false, removed: false }],
      });
      expect(await waiting(staff, image.id)).toHaveLength(1);
      expect(await statusOf(await customersAddress(album, image.id)), `${type} ${removed}`).toBe(status);
      await notifyReporters(testApp.context, { imageId: image.id, removed });
      expect(await listOutbox(testApp.context.db, reporter.email)).toEqual([]);
    }
  });

  test('is audited', async () => {
    const { staff, image } = await buildReport('quality');
    await decide(staff, image.id, true);
    await undo(staff, image.id);
    const entries = await testApp.context.db
      .selectFrom('auditLog')
      .select(['action', 'actorId', 'after'])
      .where('subject', '=', `image:${image.id}`)
      .orderBy('id')
      .execute();
    expect(entries).toMatchObject([
      { action: 'reported-photo.acknowledge', actorId: staff.id, after: { hidden: true } },
      { action: 'reported-photo.reopen', actorId: staff.id, after: { hidden: false } },
    ]);
  });

  test('must be seconds old; later staff decide again', async () => {
    const { staff, image } = await buildReport('quality');
    await decide(staff, image.id, true);
    testApp.advanceMinutes(1);
    expect(await undo(staff, image.id)).toMatchObject({ status: 409, error: { code: 'too_late_to_undo' } });
    expect(await decide(staff, image.id, false)).toMatchObject({ status: 200, body: [{ removed: false }] });
  });
});
