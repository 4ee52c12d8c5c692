/** The albums that the photos may belong to, the most frequent first. */
export function likelyAlbums(photos: readonly { candidates: readonly number[] }[]): number[] {
  const votes = Map.groupBy(
    photos.flatMap(({ candidates }) => candidates),
    (id) => id,
  );
  return [...votes].toSorted(([, a], [, b]) => b.length - a.length).map(([id]) => id);
}
