export { holdersToJoin } from './found-albums.queries.ts';
