import { beforeAll, describe, expect, test } from 'vitest';
import {
  MAX_DECIDED_AT_ONCE,
  moderationEndpoints,
  type ReportInReview,
} from '#contract/endpoints/moderation.ts';
import { ERRORS } from '#contract/errors.ts';
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
const { reportPhoto, acknowledgeReport, acknowledgeReports, reopenReports, listReportedPhotos } =
  moderationEndpoints;

const staffUser = (firstName = 'Alex') => buildUser(testApp, { role: 'customer_support', firstName });

/** An album of reported photos, named PHOTO-0.JPG and so on. */
async function buildReported(count: number, type: ReportInReview['type'] = 'quality') {
  const reporter = await buildUser(testApp, { firstName: 'Robin' });
  const album = await buildAlbum(testApp, { imagesCount: count });
  const place = { album: album.id, event: album.eventId };
  await holdAlbum(testApp, reporter, album);
  const images: number[] = [];
  for (let n = 0; n < count; n++) {
    const { id } = await buildImage(testApp, album, { fileName: `PHOTO-${n}.JPG` });
    const body = { ...place, image: id, user: reporter.id, type, memo: `Number ${n}` };
    expect((await testApp.call(reportPhoto, { token: reporter.token, body })).status).toBe(200);
    images.push(id);
  }
  return { reporter, album, images };
}

async function buildReport(type: ReportInReview['type']) {
  const { images, ...report } = await buildReported(1, type);
  return { ...report, staff: await staffUser(), image: images[0] as number };
}

const decide = ({ token }: TestUser, image: number, removed: boolean) =>
  testApp.call(acknowledgeReport, { token, body: { image, removed } });

const decideAll = ({ token }: TestUser, images: number[], removed: boolean) =>
  testApp.call(acknowledgeReports, { token, body: { images, removed } });

const undoAll = ({ token }: TestUser, images: number[]) =>
  testApp.call(reopenReports, { token, body: { images } });

async function listed({ token }: TestUser, images: number[], isWaiting: boolean) {
  const query = { ack_ne: isWaiting ? 'true' : 'false' } as const;
  const { body } = await testApp.call(listReportedPhotos, { token, query });
  return body.filter(({ image }) => images.includes(image));
}

const waiting = (staff: TestUser, image: number) => listed(staff, [image], true);

const decidedBy = async (staff: TestUser, images: number[]) =>
  new Map((await listed(staff, images, false)).map((report) => [report.image, report]));

const auditOf = (imageId: number) =>
  testApp.context.db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'before', 'after'])
    .where('subject', '=', `image:${imageId}`)
    .orderBy('id')
    .execute();

const statusOfUrl = async (url: string) => (await testApp.request({ url })).status;

const addressInReview = ({ photo, image }: ReportInReview) =>
  `/api/images/${photo.folder}/${image}.preview?auth=${photo.auth}`;

/** What a customer gets who holds the album. */
async function statusOf(album: TestAlbum, imageId: number): Promise<number> {
  const { id: userId } = await buildViewer(testApp, album);
  const grant = { folderUuid: album.uuid, userId, scope: { kind: 'previews' as const } };
  const auth = issueImageToken(testApp.context, grant, 30);
  return statusOfUrl(`/api/images/${album.uuid}/${imageId}.preview?auth=${auth}`);
}

describe('the review of a reported photo', () => {
  test('shows the photo even when hidden, its event, the reporter and the deadline', async () => {
    for (const type of ['privacy', 'quality'] as const) {
      const { reporter, staff, image } = await buildReport(type);
      const [report, ...others] = await waiting(staff, image);
      expect(others).toEqual([]);
      expect(report).toMatchObject({
        type,
        memo: 'Number 0',
        reporter: { name: 'Robin Customer', email: reporter.email },
        album_name: 'Star Athletics Comets',
        division_name: 'Senior 4',
        event_name: 'Winter Classic',
        photo: { file_name: 'PHOTO-0.JPG', is_hidden: type === 'privacy', faces: null },
      });
      if (!report) return;
      const hours = (Date.parse(report.decide_by) - Date.parse(report.created_at)) / 3600_000;
      expect(hours).toBe(48);
      expect(await statusOfUrl(addressInReview(report))).toBe(200);
    }
  });

  test('counts faces after face detection has run', async () => {
    const { staff, image } = await buildReport('quality');
    await testApp.context.db
      .updateTable('images')
      .set({ faces: JSON.stringify([{}, {}, {}]), facesAt: new Date() })
      .where('id', '=', image)
      .execute();
    expect((await waiting(staff, image))[0]?.photo.faces).toBe(3);
  });
});

test('a photo that staff remove is gone for customers, and staff still see it', async () => {
  const { staff, album, image } = await buildReport('quality');
  expect(await statusOf(album, image)).toBe(200);
  const { body } = await decide(staff, image, true);
  expect(body).toMatchObject([{ ack: true, removed: true, photo: { is_hidden: true } }]);
  expect(await statusOf(album, image)).toBe(404);
  expect(body[0] && (await statusOfUrl(addressInReview(body[0])))).toBe(200);
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
      await decide(staff, image, removed);
      expect(await waiting(staff, image)).toEqual([]);
      expect(await undoAll(staff, [image])).toMatchObject({
        status: 200,
        body: { done: [image], reports: [{ ack: false, removed: false }] },
      });
      expect(await waiting(staff, image)).toHaveLength(1);
      expect(await statusOf(album, image), `${type} ${removed}`).toBe(status);
      await notifyReporters(testApp.context, { imageId: image, removed });
      expect(await listOutbox(testApp.context.db, reporter.email)).toEqual([]);
    }
  });

  test('is audited', async () => {
    const { staff, image } = await buildReport('quality');
    await decide(staff, image, true);
    await undoAll(staff, [image]);
    expect(await auditOf(image)).toMatchObject([
      { action: 'reported-photo.acknowledge', actorId: staff.id, after: { hidden: true } },
      { action: 'reported-photo.reopen', actorId: staff.id, after: { hidden: false } },
    ]);
  });

  test('must be seconds old; later staff decide again', async () => {
    const { staff, image } = await buildReport('quality');
    await decide(staff, image, true);
    testApp.advanceMinutes(1);
    expect(await undoAll(staff, [image])).toMatchObject({
      body: { done: [], refused: [{ id: image, reason: ERRORS.too_late_to_undo.message }] },
    });
    expect(await decide(staff, image, false)).toMatchObject({ status: 200, body: [{ removed: false }] });
  });
});

describe('photos decided together', () => {
  test('disappear from previews and zips when removed, with one audit entry each', async () => {
    const [staff, owner] = [await staffUser(), await buildUser(testApp)];
    const { album, images, reporter } = await buildReported(3);
    const { id } = await buildEntitlement(testApp, owner, album);
    const [first, second, third] = images as [number, number, number];
    const zipText = async () => {
      const url = await zipPath(testApp, owner, id);
      return (await testApp.request({ url, headers: { host: 'localhost' } })).text;
    };
    expect(await zipText()).toContain('PHOTO-0.jpg');
    const { status, body } = await decideAll(staff, [first, second, first], true);
    expect(status).toBe(200);
    expect(body.refused).toEqual([]);
    expect(body.reports).toMatchObject([
      { image: first, ack: true, removed: true, photo: { is_hidden: true } },
      { image: second, ack: true, removed: true, photo: { is_hidden: true } },
    ]);
    expect(await Promise.all(images.map((image) => statusOf(album, image)))).toEqual([404, 404, 200]);
    const after = await zipText();
    expect(after).not.toMatch(/PHOTO-[01]\.jpg/);
    expect(after).toContain('PHOTO-2.jpg');
    for (const image of [first, second]) {
      expect(await auditOf(image)).toMatchObject([
        {
          action: 'reported-photo.acknowledge',
          actorId: staff.id,
          before: { hidden: false },
          after: { hidden: true },
        },
      ]);
    }
    expect(await auditOf(third)).toEqual([]);
    await notifyReporters(testApp.context, { imageId: first, removed: true });
    await nextMessage(testApp, reporter.email, /took the photo down/);
  });

  test('show who decided and when', async () => {
    const staff = await staffUser('Morgan');
    const { images } = await buildReported(2);
    await decideAll(staff, images, false);
    const found = await decidedBy(staff, images);
    for (const image of images) {
      expect(found.get(image)).toMatchObject({
        removed: false,
        acknowledged_by: { id: staff.id, name: 'Morgan Customer' },
        acknowledged_at: expect.stringMatching(/Z$/),
      });
    }
  });

  test('are decided exactly once when several people decide at the same time', async () => {
    const [one, other] = [await staffUser(), await staffUser()];
    const { album, images, reporter } = await buildReported(9);
    const [removed, kept] = [images.slice(0, 6), images.slice(3)];
    const answers = await Promise.all([
      decideAll(one, removed, true),
      decideAll(other, kept.toReversed(), false),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const settled = answers.map(({ body }) => body.reports.map(({ image }) => image));
    expect(settled.flat().toSorted((a, b) => a - b)).toEqual(images);
    const refused = answers.flatMap(({ body }) => body.refused);
    expect(refused.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(images.slice(3, 6));
    expect(refused.every(({ reason }) => reason === 'Someone else has already decided this one.')).toBe(true);
    const found = await decidedBy(one, images);
    for (const image of images) {
      const isRemoved = settled[0]?.includes(image) ?? false;
      expect(found.get(image)).toMatchObject({
        removed: isRemoved,
        acknowledged_by: { id: isRemoved ? one.id : other.id },
      });
      expect(await auditOf(image)).toHaveLength(1);
      expect(await statusOf(album, image)).toBe(isRemoved ? 404 : 200);
      for (const decision of [true, false]) {
        await notifyReporters(testApp.context, { imageId: image, removed: decision });
      }
    }
    const told = await testApp.context.db
      .selectFrom('notifications')
      .select('subject')
      .where('userId', '=', reporter.id)
      .execute();
    expect(new Set(told.map(({ subject }) => subject)).size).toBe(images.length);
  });

  test('report an unknown photo and decide the others', async () => {
    const staff = await staffUser();
    const { images } = await buildReported(1);
    const { body } = await decideAll(staff, [2_000_000_000, ...images], true);
    expect(body.refused).toMatchObject([{ id: 2_000_000_000 }]);
    expect(body.reports.map(({ image }) => image)).toEqual(images);
  });

  test('must number between one and a hundred', async () => {
    const staff = await staffUser();
    const many = Array.from({ length: MAX_DECIDED_AT_ONCE + 1 }, (_, n) => n + 1);
    expect((await decideAll(staff, many, true)).status).toBe(400);
    expect((await decideAll(staff, [], true)).status).toBe(400);
    expect((await undoAll(staff, many)).status).toBe(400);
  });
});

describe('decisions undone together', () => {
  test('reopen every report and notify nobody', async () => {
    const staff = await staffUser();
    const { album, images, reporter } = await buildReported(3);
    await decideAll(staff, images, true);
    const { body } = await undoAll(staff, images);
    expect(body.refused).toEqual([]);
    expect(body.reports).toHaveLength(3);
    expect(body.reports.every(({ ack, acknowledged_by }) => !ack && acknowledged_by === null)).toBe(true);
    expect((await decidedBy(staff, images)).size).toBe(0);
    for (const image of images) {
      expect(await statusOf(album, image)).toBe(200);
      await notifyReporters(testApp.context, { imageId: image, removed: true });
    }
    expect(await listOutbox(testApp.context.db, reporter.email)).toEqual([]);
  });

  test('must be seconds old; older ones are refused one by one', async () => {
    const staff = await staffUser();
    const { images } = await buildReported(2);
    const [early, late] = images as [number, number];
    await decideAll(staff, [early], true);
    testApp.advanceMinutes(1);
    await decideAll(staff, [late], true);
    const { body } = await undoAll(staff, images);
    expect(body.refused).toMatchObject([{ id: early, reason: expect.stringContaining('no longer') }]);
    expect(body.reports.map(({ image }) => image)).toEqual([late]);
  });
});
