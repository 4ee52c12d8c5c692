export {
  accountsAtDomain,
  accountsOfMailbox,
  findFirstSignup,
  findMailboxKey,
  isAddressOf,
  isSameMailbox,
} from './mailboxes.queries.ts';
