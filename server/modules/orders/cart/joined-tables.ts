export { cartItemsToJoin } from './cart.queries.ts';
