import type { DemoAlbum } from './demo-data.types.ts';

/** Names an album of the demo data in the database. */
export function demoIdentifier(album: Pick<DemoAlbum, 'eventKey' | 'performanceOrder'>): string {
  return `${album.eventKey}-${album.performanceOrder}`;
}
