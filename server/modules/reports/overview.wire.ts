import type { Overview } from '#contract/endpoints/overview.ts';
import type { PaymentCase } from '#contract/entities/order-of-user.ts';
import { toIso, toIsoOrNull } from '#server/platform/timestamps.ts';
import type {
  CardTestingCase,
  countChats,
  countEvidenceDue,
  countReported,
  listAlbumNames,
  listDoubtful,
} from './overview.queries.ts';
import type { PaymentCaseRecord } from './payment-cases.queries.ts';
import { toWirePaymentCase } from './payment-cases.wire.ts';

const MOST_ACCOUNTS_NAMED = 100;

type Rows<Query extends (...args: never[]) => Promise<unknown>> = Awaited<ReturnType<Query>>;

export function toWireReportedPhotos({
  waiting,
  overdue,
  decideBy,
}: Rows<typeof countReported>): Overview['reported_photos'] {
  return { waiting, overdue, decide_by: toIsoOrNull(decideBy) };
}

export function toWireDoubtfulFrames(events: Rows<typeof listDoubtful>): Overview['doubtful_frames'] {
  return {
    waiting: events[0]?.total ?? 0,
    events: events.map(({ eventId, name, waiting }) => ({ event: eventId, name, waiting })),
  };
}

export function toWireChats({ waiting, since }: Rows<typeof countChats>): Overview['chats'] {
  return { waiting, since: toIsoOrNull(since) };
}

type Counts = ReadonlyMap<PaymentCase['trouble'], number>;

export function toWirePayments(
  cases: PaymentCaseRecord[],
  {
    counts,
    ledgerDiffers,
    evidenceDue,
  }: { counts: Counts; ledgerDiffers: boolean; evidenceDue: Rows<typeof countEvidenceDue> },
): Overview['payments'] {
  return {
    stuck_payments: counts.get('payment') ?? 0,
    stuck_refunds: counts.get('refund') ?? 0,
    open_disputes: counts.get('dispute') ?? 0,
    evidence_due: { waiting: evidenceDue.waiting, due_by: toIsoOrNull(evidenceDue.dueBy) },
    returned_refunds: counts.get('returned_refund') ?? 0,
    refused_refunds: counts.get('refused_refund') ?? 0,
    unbooked: counts.get('unbooked') ?? 0,
    ledger_differs: ledgerDiffers,
    cases: cases.map(toWirePaymentCase),
  };
}

export function toWireCardTesting(cases: CardTestingCase[]): Overview['card_testing'] {
  return {
    accounts: cases.length,
    cases: cases.slice(0, MOST_ACCOUNTS_NAMED).map((one) => ({
      customer: one.userId,
      customer_name: one.userName,
      declined: one.declined,
      since: toIso(one.since),
    })),
  };
}

export function toWireRefundRequests(
  cases: PaymentCaseRecord[],
  counts: Counts,
): Overview['refund_requests'] {
  return { waiting: counts.get('refund_request') ?? 0, cases: cases.map(toWirePaymentCase) };
}

export function toWireZips(albumIds: number[], albums: Rows<typeof listAlbumNames>): Overview['zips'] {
  return {
    failed: new Set(albumIds).size,
    albums: albums.map(({ id, eventId, programName, teamName }) => ({
      album: id,
      event: eventId,
      name: `${programName} ${teamName}`.trim(),
    })),
  };
}
