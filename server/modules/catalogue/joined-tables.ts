export { albumsToJoin, selectShownAlbums } from './albums.queries.ts';
export { eventsToJoin } from './events.queries.ts';
