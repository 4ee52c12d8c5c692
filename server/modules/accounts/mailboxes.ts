export { isAddressOf, isSameMailbox } from './mailboxes.queries.ts';
