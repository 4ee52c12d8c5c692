export { chooseCover } from './albums.queries.ts';
