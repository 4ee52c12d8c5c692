import type { CountryCode } from 'libphonenumber-js/min';

/** The phone number rules are large, so they load when first needed. */
export async function parsePhone(text: string, country: string): Promise<string | undefined> {
  const { isSupportedCountry, parsePhoneNumberFromString } = await import('libphonenumber-js/min');
  const home: CountryCode = isSupportedCountry(country) ? country : 'US';
  const parsed = parsePhoneNumberFromString(text, home);
  return parsed?.isPossible() ? parsed.number : undefined;
}
