export { DELETED_NAME, deletePerson, insertNobody, lockPerson } from './erase-account.queries.ts';
