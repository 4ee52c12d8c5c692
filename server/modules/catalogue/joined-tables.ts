export { albumsToJoin, selectAlbums } from './albums.queries.ts';
export { EVENT_TEXT, eventsToJoin } from './events.queries.ts';
export { hasAlbumKeywords } from './search.queries.ts';
