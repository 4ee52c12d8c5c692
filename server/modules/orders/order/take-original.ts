export { markTaken as takeOriginal } from './entitlements.queries.ts';
