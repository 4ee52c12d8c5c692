export { deletePerson, insertNobody, isKnown, lockPerson } from './erase-account.queries.ts';
