import { accountEndpoints } from '#contract/endpoints/accounts.ts';
import { type Attack, createAttacker, PASSWORD, randomIp, register } from '#proofs/attack/attacker.ts';

const PEOPLE = 150;
const AT_ONCE = 10;

/** No attack, but what a defense must not break. */
export const arena: Attack = {
  name: 'An honest arena registers and logs in behind one address',
  before: '60 of 150 people got in within the hour',
  async play(site) {
    const ip = randomIp();
    let [arrived, inside] = [0, 0];
    const enter = async () => {
      while (arrived < PEOPLE) {
        arrived += 1;
        const person = createAttacker(site, ip);
        try {
          const email = await register(person);
          const body = { identifier: email, password: PASSWORD };
          if ((await person.call(accountEndpoints.logIn, { body })).status === 200) inside += 1;
        } catch {
          // A failed call counts as a person who did not get in.
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, enter));
    return { got: `${inside} of ${PEOPLE} people got in`, isTooMuch: inside < PEOPLE };
  },
};
