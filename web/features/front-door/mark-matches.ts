export type MarkedPart = { part: string; isMatch: boolean; at: number };

/** Splits a name into the parts that a keyword matched and the rest. */
export function markMatches(name: string, typed: string): MarkedPart[] {
  const keywords = typed.trim().split(/\s+/).filter(Boolean);
  if (keywords.length === 0) return [{ part: name, isMatch: false, at: 0 }];
  const longestFirst = keywords.toSorted((a, b) => b.length - a.length);
  const escaped = longestFirst.map((keyword) => keyword.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const parts: MarkedPart[] = [];
  let at = 0;
  for (const [index, part] of name.split(new RegExp(`(${escaped.join('|')})`, 'gi')).entries()) {
    if (part !== '') parts.push({ part, isMatch: index % 2 === 1, at });
    at += part.length;
  }
  return parts;
}
