export { favoritesToJoin } from './favorites.queries.ts';
export { holdersToJoin } from './found-albums.queries.ts';
