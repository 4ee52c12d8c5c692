export type Country = { name: string; code: string };

const CODES = [
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ',
  'BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM',
  'DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR',
  'GT GU GW GY HK HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN',
  'KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP',
  'MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK',
  'PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR',
  'SS ST SV SX SY SZ TC TD TG TH TJ TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG',
  'VI VN VU WF WS YE YT ZA ZM ZW',
].flatMap((line) => line.split(' '));

const NATIONS_OF_GB = ['England', 'Northern Ireland', 'Scotland', 'Wales'];

const names = new Intl.DisplayNames('en-US', { type: 'region' });

export const COUNTRIES: readonly Country[] = [
  ...CODES.map((code) => ({ name: (names.of(code) ?? code).replace('’', "'"), code })),
  ...NATIONS_OF_GB.map((name) => ({ name, code: 'GB' })),
].sort((a, b) => a.name.localeCompare(b.name, 'en-US'));

export function countryCodeOf(name: string): string | undefined {
  return COUNTRIES.find((country) => country.name === name)?.code;
}

/** By name, ISO 3166-2 code (GB-ENG, or ENG alone) and the codes of sports federations (SCO, WAL). */
const NATION_OF_GB = /^(england|northern ireland|scotland|wales|(gb[ -]?)?(eng|nir|sct|sco|wls|wal))$/i;

export function isNationOfGb(nameOrCode: string): boolean {
  return NATION_OF_GB.test(nameOrCode);
}
