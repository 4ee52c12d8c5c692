export { visiblePhotosToJoin } from './images.queries.ts';
