// Which albums are chosen: some by hand, each by its id, or all that the filter lets through but for a few.

import { MAX_CHOSEN_ALBUMS } from '#contract/endpoints/album-batches.ts';

export type AlbumSelection =
  | {
      isAll: false;
      chosen: ReadonlySet<number>;
      /** What was chosen before the range that begins at the anchor. */
      before: ReadonlySet<number>;
      /** The row a range begins at. */
      anchor: number | undefined;
    }
  | { isAll: true; except: ReadonlySet<number> };

export const NOTHING: AlbumSelection = {
  isAll: false,
  chosen: new Set(),
  before: new Set(),
  anchor: undefined,
};

export const EVERYTHING: AlbumSelection = { isAll: true, except: new Set() };

export function isChosen(selection: AlbumSelection, id: number): boolean {
  return selection.isAll ? !selection.except.has(id) : selection.chosen.has(id);
}

export function countChosen(selection: AlbumSelection, total: number): number {
  return selection.isAll ? Math.max(0, total - selection.except.size) : selection.chosen.size;
}

export function toggle(selection: AlbumSelection, id: number, row: number): AlbumSelection {
  const next = new Set(selection.isAll ? selection.except : selection.chosen);
  if (!next.delete(id)) next.add(id);
  return selection.isAll
    ? { isAll: true, except: next }
    : { isAll: false, chosen: next, before: next, anchor: row };
}

/** `ids` are the rows from the anchor to where one stands now; going back gives up what the range leaves. */
export function reach(selection: AlbumSelection, ids: readonly number[], anchor: number): AlbumSelection {
  if (selection.isAll) {
    const inRange = new Set(ids);
    return { isAll: true, except: new Set([...selection.except].filter((id) => !inRange.has(id))) };
  }
  const before = selection.anchor === anchor ? selection.before : selection.chosen;
  return { isAll: false, chosen: new Set([...before, ...ids]), before, anchor };
}

/** More than that are chosen by the filter, not by hand. */
export function isTooMany(selection: AlbumSelection): boolean {
  return (selection.isAll ? selection.except : selection.chosen).size > MAX_CHOSEN_ALBUMS;
}
