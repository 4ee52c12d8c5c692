/** New keys are added, a key given as empty text is taken away, and unsetting all empties it. */
export function mergeMetadata(
  old: Record<string, string> | null,
  given: Record<string, string> | null | undefined,
): Record<string, string> {
  if (given === null) return {};
  const merged = Object.entries({ ...old, ...given }).filter(([, value]) => value !== '');
  return Object.fromEntries(merged);
}
