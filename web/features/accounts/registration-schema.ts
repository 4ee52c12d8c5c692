// Loaded after the form that it checks.
export { passwordReset, registration } from '#contract/endpoints/accounts.ts';
