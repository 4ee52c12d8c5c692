import { describe, expect, test } from 'vitest';
import { overviewEndpoints } from '#contract/endpoints/overview.ts';
import { disputeEndpoints } from '#contract/endpoints/refunds.ts';
import { userOrderListEndpoints } from '#contract/endpoints/user-administration.ts';
import { EVIDENCE_PARTS } from '#contract/rules/dispute-evidence.ts';
import { findSoldAlbums } from '#server/modules/catalogue/sold-albums.ts';
import { buildUser, eventually, type TestUser } from '#server/testing/factories.ts';
import { readHistory } from '#server/testing/history.ts';
import { giveAlbum } from '#server/testing/order-factories.ts';
import {
  ALBUM_PRICE,
  type Buyer,
  buildBuyer,
  buildViewedAlbum,
  payForAlbum,
  startPayingApp,
} from '#server/testing/paying-app.ts';
import { eraseBuyer } from './buyer-data.ts';
import { syncDispute } from './disputes.ts';
import { executeEvidence } from './evidence.ts';

const app = await startPayingApp();

const support = () => buildUser(app, { role: 'customer_support' });
const DAYS = 24 * 60;

async function disputed(card = 'pm_card_createDispute') {
  const buyer = await buildBuyer(app, card);
  const album = await buildViewedAlbum(app, buyer);
  await app.context.db
    .insertInto('agreements')
    .values({ userId: buyer.id, version: 1, agreedAt: app.context.clock.now() })
    .execute();
  await payForAlbum(app, buyer, album.id);
  app.advanceMinutes(1);
  await app.sandbox.settle();
  const row = await eventually(() => disputeOf(buyer), 'the dispute');
  return { buyer, id: row.id, providerId: row.disputeId, staff: await support() };
}

function disputeOf(buyer: Buyer) {
  return app.context.db
    .selectFrom('disputes')
    .innerJoin('paymentAttempts', 'paymentAttempts.id', 'disputes.attemptId')
    .selectAll('disputes')
    .where('paymentAttempts.userId', '=', buyer.id)
    .executeTakeFirst();
}

const send = ({ token }: TestUser, id: number, note = 'They wrote to us and were happy.') =>
  app.call(disputeEndpoints.sendEvidence, { token, params: { id }, body: { note } });
const read = ({ token }: TestUser, id: number) =>
  app.call(disputeEndpoints.getEvidence, { token, params: { id } });
const atProvider = (providerId: string) => app.stripe.disputes.retrieve(providerId);
const evidenceRow = (disputeId: number) =>
  app.context.db
    .selectFrom('disputeEvidence')
    .selectAll()
    .where('disputeId', '=', disputeId)
    .executeTakeFirstOrThrow();

async function shown({ token }: TestUser, buyer: Buyer) {
  const { body } = await app.call(userOrderListEndpoints.page, { token, query: { user: buyer.id } });
  return body.rows[0]?.disputes[0];
}

async function sentEntries(staff: TestUser, buyer: Buyer) {
  const history = await readHistory(app, staff.token, { scope: 'user', subject: buyer.id });
  return history.filter(({ action }) => action === 'order.send-evidence');
}

describe('the evidence of a dispute', () => {
  test('shows staff what the bank wants, until when, and what we know', async () => {
    const { buyer, id, staff } = await disputed();
    const dispute = await shown(staff, buyer);
    expect(dispute).toMatchObject({
      id,
      amount: ALBUM_PRICE,
      reason: 'fraudulent',
      status: 'open',
      is_inquiry: false,
      evidence: 'needed',
      sent_at: null,
    });
    expect(Date.parse(dispute?.due_by ?? '')).toBeGreaterThan(app.context.clock.now().getTime());
    const { body } = await read(staff, id);
    expect(body.parts.map(({ part }) => part)).toEqual([...EVIDENCE_PARTS]);
    const textOf = (part: string) => body.parts.find((one) => one.part === part)?.text ?? '';
    expect(textOf('customer_email_address')).toBe(buyer.email);
    expect(textOf('access_activity_log')).toContain('Paid $19.95 from');
    expect(textOf('access_activity_log')).toContain('Logged in from');
    expect(textOf('refund_policy_disclosure')).toContain('agreed to these terms (version 1)');
    expect(textOf('uncategorized_text')).toContain('Total: $19.95');
  });

  test('of a gift names what was given and that its recipient downloaded it, and not who that is', async () => {
    const recipient = await buildUser(app);
    const buyer = await buildBuyer(app, 'pm_card_createDispute');
    await giveAlbum(app, buyer, { email: recipient.email, message: '' });
    const takenAt = app.context.clock.now();
    const given = await eventually(
      () =>
        app.context.db
          .updateTable('entitlements')
          .set({ takenAt })
          .where('userId', '=', recipient.id)
          .returning('albumId')
          .executeTakeFirst(),
      'the gift',
    );
    app.advanceMinutes(1);
    await app.sandbox.settle();
    const { id } = await eventually(() => disputeOf(buyer), 'the dispute');
    const { parts } = (await read(await support(), id)).body;
    const { title = '' } = (await findSoldAlbums(app.context.db, [given.albumId])).get(given.albumId) ?? {};
    const textOf = (wanted: string) => parts.find(({ part }) => part === wanted)?.text;
    expect(textOf('product_description')).toContain(`- the album ${title}`);
    expect(textOf('product_description')).toContain('gave them to somebody else');
    expect(textOf('access_activity_log')).toContain(`First download of the album ${title}`);
    expect(JSON.stringify([textOf('product_description'), textOf('access_activity_log')])).not.toContain(
      recipient.email,
    );
  });

  test('is sent to the bank with the note, who sent it and when', async () => {
    const { buyer, id, providerId, staff } = await disputed();
    const preview = (await read(staff, id)).body.parts;
    expect(await send(staff, id)).toMatchObject({ status: 200, body: { status: 'sent' } });
    const dispute = await atProvider(providerId);
    expect(dispute).toMatchObject({
      status: 'under_review',
      evidence_details: { has_evidence: true, past_due: false, submission_count: 1 },
    });
    expect(dispute.evidence.uncategorized_text).toMatch(/^They wrote to us and were happy\.\n\n/);
    expect(dispute.evidence.customer_name).toBe(preview.find(({ part }) => part === 'customer_name')?.text);
    expect(await shown(staff, buyer)).toMatchObject({ evidence: 'sent', was_refused: false });
    expect((await shown(staff, buyer))?.sent_at).not.toBeNull();
    const { body } = await read(staff, id);
    expect(body).toMatchObject({ status: 'sent', note: 'They wrote to us and were happy.' });
    expect(body.parts).toEqual(preview);
    expect(await sentEntries(staff, buyer)).toHaveLength(1);
  });

  test('leaves once, however often and from however many people it is sent at the same time', async () => {
    const { buyer, id, providerId, staff } = await disputed();
    const other = await support();
    const answers = await Promise.all([send(staff, id), send(staff, id), send(other, id), send(other, id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await executeEvidence(app.context, (await evidenceRow(id)).id);
    expect(await send(staff, id, 'another note')).toMatchObject({ status: 200, body: { status: 'sent' } });
    const dispute = await atProvider(providerId);
    expect(dispute.evidence_details.submission_count).toBe(1);
    expect(dispute.evidence.uncategorized_text).not.toContain('another note');
    expect(await sentEntries(staff, buyer)).toHaveLength(1);
  });

  test.each([
    ['the answer is lost', { kind: 'reset', when: 'after' } as const, 1],
    ['the provider keeps an error', { kind: 'kept_error' } as const, 0],
    ['the provider fails before it did anything', { kind: 'api_error', when: 'before' } as const, 0],
  ])('is finished later when %s', async (_name, fault, submittedAtOnce) => {
    const { buyer, id, providerId, staff } = await disputed();
    app.sandbox.webhooks.pause();
    app.sandbox.faults.untilCleared({ operation: 'disputes.update', ...fault });
    expect(await send(staff, id)).toMatchObject({ status: 200, body: { status: 'waiting' } });
    expect(await shown(staff, buyer)).toMatchObject({ evidence: 'sending' });
    app.sandbox.faults.clear();
    expect((await atProvider(providerId)).evidence_details.submission_count).toBe(submittedAtOnce);
    await executeEvidence(app.context, (await evidenceRow(id)).id);
    await executeEvidence(app.context, (await evidenceRow(id)).id);
    expect(await shown(staff, buyer)).toMatchObject({ evidence: 'sent' });
    expect((await atProvider(providerId)).evidence_details.submission_count).toBe(1);
    expect(await sentEntries(staff, buyer)).toHaveLength(1);
  });

  test('that arrived although its answer was lost is known from the event', async () => {
    const { buyer, id, providerId, staff } = await disputed();
    app.sandbox.faults.untilCleared({ operation: 'disputes.update', kind: 'reset', when: 'after' });
    await send(staff, id);
    app.sandbox.faults.clear();
    await syncDispute(app.context, providerId);
    expect(await shown(staff, buyer)).toMatchObject({ evidence: 'sent' });
    expect(await sentEntries(staff, buyer)).toHaveLength(1);
  });

  test('is refused after the due date, and is not sent late by a repeated try', async () => {
    const { buyer, id, providerId, staff } = await disputed();
    app.sandbox.faults.untilCleared({ operation: 'disputes.update', kind: 'api_error', when: 'before' });
    expect(await send(staff, id)).toMatchObject({ body: { status: 'waiting' } });
    app.sandbox.faults.clear();
    app.advanceMinutes(10 * DAYS);
    expect(await executeEvidence(app.context, (await evidenceRow(id)).id)).toBe('refused');
    expect(await shown(await support(), buyer)).toMatchObject({ evidence: 'late', was_refused: true });
    expect(await send(await support(), id)).toMatchObject({ status: 409, error: { code: 'evidence_late' } });
    expect((await atProvider(providerId)).evidence_details.submission_count).toBe(0);
  });

  test('that was given in the dashboard of the provider is not sent again', async () => {
    const { buyer, id, providerId, staff } = await disputed();
    app.sandbox.webhooks.pause();
    await app.stripe.disputes.update(providerId, { evidence: { uncategorized_text: 'by hand' } });
    expect(await send(staff, id)).toMatchObject({ status: 409, error: { code: 'evidence_not_accepted' } });
    expect((await atProvider(providerId)).evidence.uncategorized_text).toBe('by hand');
    expect(await shown(staff, buyer)).toMatchObject({ evidence: 'closed', sent_at: null });
  });

  test('can be sent again after the provider refused it', async () => {
    const { buyer, id, staff } = await disputed();
    app.sandbox.faults.next({ operation: 'disputes.update', kind: 'decline', when: 'before' });
    expect(await send(staff, id)).toMatchObject({ status: 409, error: { code: 'evidence_refused' } });
    expect(await shown(staff, buyer)).toMatchObject({ evidence: 'needed', was_refused: true });
    expect(await send(staff, id)).toMatchObject({ status: 200, body: { status: 'sent' } });
  });

  test('is not begun while the provider cannot be reached', async () => {
    const { buyer, id, staff } = await disputed();
    app.sandbox.faults.untilCleared({ operation: 'disputes.retrieve', kind: 'api_error' });
    expect(await send(staff, id)).toMatchObject({ status: 503 });
    app.sandbox.faults.clear();
    expect(await shown(staff, buyer)).toMatchObject({ evidence: 'needed' });
  });

  test('answers an inquiry too, which takes no money', async () => {
    const { buyer, id, providerId, staff } = await disputed('pm_card_createDisputeInquiry');
    expect(await shown(staff, buyer)).toMatchObject({ is_inquiry: true, evidence: 'needed' });
    expect(await send(staff, id)).toMatchObject({ body: { status: 'sent' } });
    expect((await atProvider(providerId)).status).toBe('warning_under_review');
  });

  test('of a buyer who left is erased, and the history of the order stays', async () => {
    const { buyer, id, staff } = await disputed();
    await send(staff, id);
    const { context } = app;
    const heir = await buildUser(app);
    await eraseBuyer(
      context,
      { userId: buyer.id, email: buyer.email, ownsAddress: true, firstName: 'Ann' },
      heir.id,
    );
    expect(await evidenceRow(id)).toMatchObject({ state: 'sent', note: null, fields: null });
  });
});

test('the overview counts disputes that wait for evidence, with the first due date', async () => {
  const { id, staff } = await disputed();
  const overview = async () =>
    (await app.call(overviewEndpoints.adminOverview, { token: staff.token, query: {} })).body.payments;
  const before = await overview();
  expect(before?.evidence_due.waiting).toBeGreaterThan(0);
  expect(before?.evidence_due.due_by).not.toBeNull();
  await send(staff, id);
  expect((await overview())?.evidence_due.waiting).toBe((before?.evidence_due.waiting ?? 0) - 1);
});
