import { COUNTRIES, isNationOfGb } from '#contract/rules/countries.ts';
import { i18n } from './i18n.ts';

/** The list is in English; other languages get their names from the browser. The nations of GB have no code of their own. */
export function listCountries() {
  if (i18n.language === 'en') return COUNTRIES.map((country) => ({ ...country, shown: country.name }));
  const names = new Intl.DisplayNames(i18n.language, { type: 'region' });
  return COUNTRIES.map(({ name, code }) => ({
    name,
    code,
    shown: isNationOfGb(name) ? name : (names.of(code) ?? name),
  })).sort((a, b) => a.shown.localeCompare(b.shown, i18n.language));
}

/** One country for each code, where only the code is chosen. */
export const listCountryCodes = () => listCountries().filter(({ name }) => !isNationOfGb(name));
