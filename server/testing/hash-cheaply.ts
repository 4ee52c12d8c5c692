import { setHashCost } from '#server/platform/passwords.ts';

setHashCost('cheap');
