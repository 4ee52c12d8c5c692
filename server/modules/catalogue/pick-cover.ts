export { findPickedCover, lockPickedCover, pickCover } from './pick-cover.queries.ts';
