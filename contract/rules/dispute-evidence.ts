// What a bank is told about a disputed payment, within the limits of the card provider.

/** Named like the fields of the card provider, in the order in which staff read them. */
export const EVIDENCE_PARTS = [
  'customer_name',
  'customer_email_address',
  'customer_purchase_ip',
  'service_date',
  'product_description',
  'access_activity_log',
  'refund_policy_disclosure',
  'uncategorized_text',
] as const;
export type EvidencePart = (typeof EVIDENCE_PARTS)[number];
export type EvidenceFields = Partial<Record<EvidencePart, string>>;

export const MAX_EVIDENCE_NOTE = 2_000;
/** Eight parts of this length stay below the limit of 150,000 characters for all of them. */
const MAX_PART = 18_000;
const CUT = '\n(shortened)';

/** Leaves out empty parts, and cuts long ones at the end of a line. */
export function fitEvidence(fields: EvidenceFields): EvidenceFields {
  const parts = EVIDENCE_PARTS.flatMap((part) => {
    const text = fields[part]?.trim();
    return text ? [[part, shorten(text)] as const] : [];
  });
  return Object.fromEntries(parts);
}

function shorten(text: string): string {
  if (text.length <= MAX_PART) return text;
  const room = text.slice(0, MAX_PART - CUT.length);
  const end = room.lastIndexOf('\n');
  return `${end > 0 ? room.slice(0, end) : room}${CUT}`;
}

export type EvidenceStatus = (typeof EVIDENCE_STATUSES)[number];
/** `closed` means that the bank takes no evidence, or got it from elsewhere. */
export const EVIDENCE_STATUSES = ['needed', 'late', 'sending', 'sent', 'closed'] as const;

type Facts = {
  isOpen: boolean;
  needsResponse: boolean;
  dueBy: Date | null;
  sending: 'sending' | 'sent' | 'refused' | undefined;
};

export function evidenceStatus({ isOpen, needsResponse, dueBy, sending }: Facts, now: Date): EvidenceStatus {
  if (sending === 'sent' || sending === 'sending') return sending;
  if (!isOpen || !needsResponse) return 'closed';
  return dueBy !== null && dueBy <= now ? 'late' : 'needed';
}
