const MAX_VALUE_LENGTH = 300;

export type AuditChange = { field: string; before: string; after: string };

export function auditChanges(entry: { before: unknown; after: unknown }): AuditChange[] {
  const [before, after] = [fieldsOf(entry.before), fieldsOf(entry.after)];
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields
    .map((field) => ({ field, before: valueText(before[field]), after: valueText(after[field]) }))
    .filter((change) => change.before !== change.after);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** Bounds what is answered of a long text. */
export function valueText(value: unknown): string {
  if (value === undefined || value === null) return '';
  const words = typeof value === 'string' ? value : JSON.stringify(value);
  return words.slice(0, MAX_VALUE_LENGTH);
}
