export { deletePerson, insertNobody, isAbandoned, isKnown, lockPerson } from './erase-account.queries.ts';
