/** Works on at most `atOnce` items at a time. The results have the order of the items. */
export async function mapAtOnce<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  const lane = async () => {
    while (next < items.length) {
      const place = next++;
      results[place] = await work(items[place] as Item);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return results;
}
