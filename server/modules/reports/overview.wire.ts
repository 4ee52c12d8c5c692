import type { Overview } from '#contract/endpoints/overview.ts';
import { toIso, toIsoOrNull } from '#server/platform/timestamps.ts';
import type {
  CardTestingCase,
  countChats,
  countEvidenceDue,
  countReported,
  listAlbumNames,
  listDoubtful,
  PaymentCase,
  RefundRequestCase,
} from './overview.queries.ts';

const MOST_CASES_SHOWN = 8;

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

export function toWirePayments(
  cases: PaymentCase[],
  { ledgerDiffers, evidenceDue }: { ledgerDiffers: boolean; evidenceDue: Rows<typeof countEvidenceDue> },
): Overview['payments'] {
  const count = (trouble: PaymentCase['trouble']) => cases.filter((one) => one.trouble === trouble).length;
  return {
    stuck_payments: count('payment'),
    stuck_refunds: count('refund'),
    open_disputes: count('dispute'),
    evidence_due: { waiting: evidenceDue.waiting, due_by: toIsoOrNull(evidenceDue.dueBy) },
    returned_refunds: count('returned_refund'),
    ledger_differs: ledgerDiffers,
    cases: cases.slice(0, MOST_CASES_SHOWN).map((one) => ({
      trouble: one.trouble,
      order: one.orderId,
      customer: one.userId,
      customer_name: one.userName,
      amount: one.amountCents,
      since: toIso(one.createdAt),
    })),
  };
}

export function toWireCardTesting(cases: CardTestingCase[]): Overview['card_testing'] {
  return {
    accounts: cases.length,
    cases: cases.slice(0, MOST_CASES_SHOWN).map((one) => ({
      customer: one.userId,
      customer_name: one.userName,
      declined: one.declined,
      since: toIso(one.since),
    })),
  };
}

export function toWireRefundRequests(requests: RefundRequestCase[]): Overview['refund_requests'] {
  return {
    waiting: requests.length,
    cases: requests.slice(0, MOST_CASES_SHOWN).map((one) => ({
      order: one.orderId,
      customer: one.userId,
      customer_name: one.userName,
      amount: one.amountCents,
      since: toIso(one.createdAt),
    })),
  };
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
