export { albumsToJoin } from './albums.queries.ts';
export { eventsToJoin } from './events.queries.ts';
