export { deletePerson, insertNobody, lockPerson } from './erase-account.queries.ts';
