/** Photos by photographer, for the split of what they earn. */
export { countByPhotographer, listPhotographers } from './images.queries.ts';
