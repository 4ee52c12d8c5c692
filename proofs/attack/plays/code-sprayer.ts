import { enteringEndpoints } from '#contract/endpoints/entering.ts';
import { type Attack, createAttacker, newEmail, randomIp } from '#proofs/attack/attacker.ts';

const ADDRESSES = 60;
const TRIES_OF_A_CODE = 5;
const GUESSES_OF_A_NETWORK = 60;

export const codeSprayer: Attack = {
  name: `The sprayer asks for codes of ${ADDRESSES} addresses and guesses each`,
  before: '300 guesses from one network',
  async play(site) {
    const ip = randomIp();
    let checked = 0;
    for (let i = 0; i < ADDRESSES; i++) {
      const [browser, email] = [createAttacker(site, ip), newEmail()];
      const asked = await browser.call(enteringEndpoints.sendEntryCode, {
        body: { email, agreed_to_terms: true },
      });
      if (asked.status !== 200) throw new Error(`asking for a code was answered with ${asked.status}`);
      for (let guess = 0; guess < TRIES_OF_A_CODE; guess++) {
        const body = { email, ticket: asked.body.ticket, code: '000000' };
        if ((await browser.call(enteringEndpoints.enterByCode, { body })).status === 400) checked += 1;
      }
    }
    return { got: `${checked} guesses`, isTooMuch: checked > GUESSES_OF_A_NETWORK };
  },
};
