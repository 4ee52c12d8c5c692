import type { DisputeEvidence } from '#contract/endpoints/disputes.ts';
import { EVIDENCE_PARTS, type EvidenceFields } from '#contract/rules/dispute-evidence.ts';

export function toWireEvidence({
  standing,
  note,
  fields,
}: Pick<DisputeEvidence, 'standing' | 'note'> & { fields: EvidenceFields }): DisputeEvidence {
  return {
    standing,
    note,
    parts: EVIDENCE_PARTS.flatMap((part) => {
      const text = fields[part];
      return text ? [{ part, text }] : [];
    }),
  };
}
