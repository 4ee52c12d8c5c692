import { setHashCost } from '#server/platform/security/passwords.ts';

setHashCost('cheap');
