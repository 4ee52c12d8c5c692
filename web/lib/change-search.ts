type SearchTexts = Record<string, string>;

/** For links and navigate: the route table is data, so the router has no types for what follows the "?". */
export function changeSearch(changes: Record<string, string | undefined>): never {
  const change = (old: SearchTexts): SearchTexts => {
    const merged = Object.entries({ ...old, ...changes });
    return Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== undefined));
  };
  return change as never;
}
