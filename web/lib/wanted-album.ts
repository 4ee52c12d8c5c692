// Pressing "View Album" on a card is the press that uses a view, so the album's page does not ask for a second one. It
// is remembered for the next page only, so that a reload or a link never uses a view.

const LONGEST_MS = 30_000;

let wanted: { albumId: number; at: number } | undefined;

export function wantAlbum(albumId: number): void {
  wanted = { albumId, at: Date.now() };
}

export function takeWantedAlbum(albumId: number): boolean {
  const isWanted = wanted?.albumId === albumId && Date.now() - wanted.at < LONGEST_MS;
  wanted = undefined;
  return isWanted;
}
