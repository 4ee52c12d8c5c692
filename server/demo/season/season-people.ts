import { pick, type Random } from '#server/demo/seeded-random.ts';

export type SeasonCustomer = {
  email: string;
  firstName: string;
  lastName: string;
  city: string;
  state: string;
  zipCode: string;
  /** The token of the sandbox's test card that this customer pays with. */
  card: string;
};

const FIRST_NAMES = (
  'Adela Barrett Calla Dorian Elspeth Fenton Greer Hollis Imogen Jarvis Kendra Lowell Maren ' +
  'Nolan Odessa Percy Quilla Rowena Sylvan Tamsin Ulric Verity Wendell Xanthe Yardley Zelda ' +
  'Bram Cosima Delphine Everett'
).split(' ');

const LAST_NAMES = (
  'Applemoor Brightwater Candlewick Driftwood Elderglen Fernsby Goldleaf Hazelbrook Inkwell ' +
  'Juniper Kettleburn Larkspur Millstone Nightingale Oakhollow Pennyfield Quillon Rosethorn ' +
  'Silverbirch Thistledown Underhill Vinewood Wintergreen Yarrowby'
).split(' ');

const PLACES = [
  { city: 'Milwaukee', state: 'WI', zipCode: '53202' },
  { city: 'Columbus', state: 'OH', zipCode: '43215' },
  { city: 'Kansas City', state: 'MO', zipCode: '64106' },
  { city: 'Denver', state: 'CO', zipCode: '80202' },
  { city: 'Nashville', state: 'TN', zipCode: '37203' },
  { city: 'Virginia Beach', state: 'VA', zipCode: '23451' },
];

const CARDS = ['pm_card_visa', 'pm_card_visa', 'pm_card_visa', 'pm_card_mastercard', 'pm_card_amex'];

/** Every family name is invented, and `.test` addresses cannot exist. */
export function buildSeasonCustomers(random: Random, count: number): SeasonCustomer[] {
  return Array.from({ length: count }, (_, index) => {
    const firstName = FIRST_NAMES[index % FIRST_NAMES.length] as string;
    const lastName = LAST_NAMES[Math.floor(index / FIRST_NAMES.length) % LAST_NAMES.length] as string;
    const email = `${firstName}.${lastName}@families.test`.toLowerCase();
    return { email, firstName, lastName, ...pick(random, PLACES), card: pick(random, CARDS) };
  });
}
