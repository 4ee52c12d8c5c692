import type { DisputeEvidence } from '#contract/endpoints/disputes.ts';
import { EVIDENCE_PARTS, type EvidenceFields } from '#contract/rules/dispute-evidence.ts';

/** The page shows the note by itself. */
function withoutNote(text: string | undefined, note: string): string | undefined {
  return note && text?.startsWith(note) ? text.slice(note.length).trim() : text;
}

export function toWireEvidence({
  standing,
  note,
  fields,
}: Pick<DisputeEvidence, 'standing' | 'note'> & { fields: EvidenceFields }): DisputeEvidence {
  return {
    standing,
    note,
    parts: EVIDENCE_PARTS.flatMap((part) => {
      const text = part === 'uncategorized_text' ? withoutNote(fields[part], note) : fields[part];
      return text ? [{ part, text }] : [];
    }),
  };
}
