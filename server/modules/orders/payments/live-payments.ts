export { hasLivePayments } from './attempts.queries.ts';
