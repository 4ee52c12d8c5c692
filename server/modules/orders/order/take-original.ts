export { markTaken as takeOriginal } from '#server/modules/orders/entitlements.ts';
