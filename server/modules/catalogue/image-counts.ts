export { addToImageCounts } from './albums.queries.ts';
