// Decides which photo the wall shows next. It remembers no more photos than the wall has.

export type Shown = ReadonlySet<number>;

/** New photos come first; once all have been shown, they start over with the newest. */
export function nextPhoto<Photo extends { id: number }>(
  photos: readonly Photo[],
  shown: Shown,
  currentId: number | undefined,
): { photo: Photo | undefined; shown: Shown } {
  const known = new Set(photos.filter(({ id }) => shown.has(id)).map(({ id }) => id));
  const unseen = photos.find(({ id }) => !known.has(id));
  const photo = unseen ?? photos.find(({ id }) => id !== currentId) ?? photos[0];
  if (!photo) return { photo, shown: new Set() };
  return { photo, shown: unseen ? known.add(photo.id) : new Set([photo.id]) };
}
