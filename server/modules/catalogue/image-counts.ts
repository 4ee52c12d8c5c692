export { addToImageCounts, countOneMore } from './albums.queries.ts';
