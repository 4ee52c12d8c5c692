import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { idParams, text } from '../primitives.ts';
import { EVIDENCE_PARTS, EVIDENCE_STANDINGS, MAX_EVIDENCE_NOTE } from '../rules/dispute-evidence.ts';

const tag = 'Orders and payments';

const disputeEvidence = z.object({
  standing: z.enum(EVIDENCE_STANDINGS),
  note: z.string(),
  /** What is sent, or what was sent; empty once the account of the buyer is deleted. */
  parts: z.array(z.object({ part: z.enum(EVIDENCE_PARTS), text: z.string() })),
});
export type DisputeEvidence = z.output<typeof disputeEvidence>;

export const disputeEndpoints = {
  getEvidence: endpoint({
    method: 'GET',
    path: '/disputes/:id/evidence',
    access: 'customers',
    tag,
    summary: 'The evidence for a dispute: a preview, or what was sent',
    params: idParams,
    response: disputeEvidence,
  }),
  sendEvidence: endpoint({
    method: 'POST',
    path: '/disputes/:id/evidence',
    access: 'customers',
    tag,
    summary: 'Send what we know about a disputed payment to the bank; this is final',
    params: idParams,
    body: z.strictObject({ note: text(MAX_EVIDENCE_NOTE) }),
    response: z.object({ status: z.enum(['sent', 'waiting']) }),
  }),
};
