/** What the bundler knows of a module. */
type Module = {
  importedIds: readonly string[];
  dynamicallyImportedIds: readonly string[];
  code: string | null;
};
export type GetModule = (id: string) => Module | null;

type Group = { kind: string; pages: ReadonlySet<string>; ids: string[]; bytes: number };

/** Finds the module and everything that it imports statically, because the browser loads these together. */
export function findImported(entry: string, getModule: GetModule): Set<string> {
  const ids = new Set<string>();
  const waiting = [entry];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const module = ids.has(id) ? null : getModule(id);
    if (!module) continue;
    ids.add(id);
    waiting.push(...module.importedIds);
  }
  return ids;
}

const without = (all: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...all].filter((one) => !others.has(one));

type Weight = (pages: readonly string[]) => number;

/** Returns how many bytes less pages would load if these two groups were one file; each file counts as some bytes. */
function gainOf(a: Group, b: Group, weigh: Weight, fileBytes: number): number {
  const both = [...a.pages].filter((page) => b.pages.has(page));
  const inVain = weigh(without(b.pages, a.pages)) * a.bytes + weigh(without(a.pages, b.pages)) * b.bytes;
  return weigh(both) * fileBytes - inVain;
}

const join = (a: Group, b: Group): Group => ({
  kind: a.kind,
  pages: new Set([...a.pages, ...b.pages]),
  ids: [...a.ids, ...b.ids],
  bytes: a.bytes + b.bytes,
});

/** Two groups cannot be one file if a third one lies between them, because files would import each other in a circle. */
function liesBetween(a: Group, b: Group, groupOf: ReadonlyMap<string, Group>, getModule: GetModule): boolean {
  const reaches = (from: Group, to: Group) => {
    const seen = new Set<Group>([from]);
    const next = (group: Group) =>
      group.ids.flatMap((id) => {
        const found = (getModule(id)?.importedIds ?? []).flatMap((one) => groupOf.get(one) ?? []);
        return found.filter((one) => one !== group);
      });
    const waiting = next(from).filter((group) => group !== to);
    for (let group = waiting.pop(); group !== undefined; group = waiting.pop()) {
      if (group === to) return true;
      if (seen.has(group)) continue;
      seen.add(group);
      waiting.push(...next(group));
    }
    return false;
  };
  return reaches(a, b) || reaches(b, a);
}

type Plan = {
  pages: readonly string[];
  /** Modules that are loaded before any page. */
  isLoaded: (id: string) => boolean;
  getModule: GetModule;
  /** Modules of different kinds never share a file. */
  kindOf: (id: string) => string;
  /** Bytes that this page does not need count this much. */
  weightOf: (page: string) => number;
  /** A further file costs a page as much as this many bytes that it does not need. */
  fileBytes: number;
};

/** Groups modules by the pages that need them, so that each page loads few files with little that it does not need. */
export function groupByPages({
  pages,
  isLoaded,
  getModule,
  kindOf,
  weightOf,
  fileBytes,
}: Plan): Map<string, number> {
  const pagesOf = new Map<string, string[]>();
  for (const page of pages) {
    for (const id of findImported(page, getModule)) {
      if (!isLoaded(id)) pagesOf.set(id, [...(pagesOf.get(id) ?? []), page]);
    }
  }
  const bySignature = new Map<string, Group>();
  for (const [id, own] of [...pagesOf].sort(([a], [b]) => a.localeCompare(b))) {
    const kind = kindOf(id);
    const signature = [kind, ...own.toSorted()].join();
    const bytes = getModule(id)?.code?.length ?? 0;
    const known = bySignature.get(signature) ?? { kind, pages: new Set(own), ids: [], bytes: 0 };
    bySignature.set(signature, { ...known, ids: [...known.ids, id], bytes: known.bytes + bytes });
  }
  let groups = [...bySignature.values()];
  const groupOf = new Map<string, Group>();
  const note = (group: Group) => {
    for (const id of group.ids) groupOf.set(id, group);
  };
  groups.forEach(note);
  const weigh: Weight = (some) => some.reduce((sum, page) => sum + weightOf(page), 0);
  const alone = new Set<Group>();
  for (;;) {
    const small = groups.filter((group) => !alone.has(group)).sort((a, b) => a.bytes - b.bytes)[0];
    if (!small) break;
    const other = groups
      .filter((group) => group !== small && group.kind === small.kind)
      .map((group) => ({ group, gain: gainOf(small, group, weigh, fileBytes) }))
      .filter(({ gain }) => gain > 0)
      .sort((a, b) => b.gain - a.gain)
      .find(({ group }) => !liesBetween(small, group, groupOf, getModule))?.group;
    if (!other) {
      alone.add(small);
      continue;
    }
    alone.delete(other);
    const joined = join(small, other);
    note(joined);
    groups = [...groups.filter((group) => group !== small && group !== other), joined];
  }
  return new Map(groups.flatMap(({ ids }, index) => ids.map((id) => [id, index] as const)));
}
