// Which frames of the tray are chosen: a click turns one over, with Shift everything since the last click follows.

export type Selection = { chosen: ReadonlySet<number>; anchor: number | undefined };

export const NOTHING: Selection = { chosen: new Set(), anchor: undefined };

export function toggle({ chosen }: Selection, id: number): Selection {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return { chosen: next, anchor: id };
}

export function extend(selection: Selection, ids: readonly number[], id: number): Selection {
  const from = selection.anchor === undefined ? -1 : ids.indexOf(selection.anchor);
  const to = ids.indexOf(id);
  if (from < 0 || to < 0) return toggle(selection, id);
  const stretch = ids.slice(Math.min(from, to), Math.max(from, to) + 1);
  return { chosen: new Set([...selection.chosen, ...stretch]), anchor: selection.anchor };
}

export function chooseAll(ids: readonly number[]): Selection {
  return { chosen: new Set(ids), anchor: ids[0] };
}

/** Frames that left the tray meanwhile are no longer chosen. */
export function keepPresent(selection: Selection, ids: readonly number[]): number[] {
  return ids.filter((id) => selection.chosen.has(id));
}

/** The albums the chosen frames may belong to, the likeliest first. */
export function commonCandidates(candidates: readonly (readonly number[])[]): number[] {
  const votes = new Map<number, number>();
  for (const id of candidates.flat()) votes.set(id, (votes.get(id) ?? 0) + 1);
  return [...votes].toSorted(([, a], [, b]) => b - a).map(([id]) => id);
}
