export const REPORTED_MARK = 'You reported this';

/** Adds the mark of reported photos to those of a tab, which come first. */
export function withReported(
  marks: ReadonlyMap<number, string> | undefined,
  reportedIds: ReadonlySet<number>,
): ReadonlyMap<number, string> | undefined {
  if (reportedIds.size === 0) return marks;
  const reported = [...reportedIds].map((id) => {
    const mark = marks?.get(id);
    return [id, mark ? `${mark}, ${REPORTED_MARK.toLowerCase()}` : REPORTED_MARK] as const;
  });
  return new Map([...(marks ?? []), ...reported]);
}
