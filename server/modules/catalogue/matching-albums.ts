export { selectMatchingAlbums, type TeamSearch } from './albums.queries.ts';
