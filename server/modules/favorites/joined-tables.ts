export { favoritesToJoin } from './favorites.queries.ts';
