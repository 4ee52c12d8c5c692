import type { User } from '#contract/entities/user.ts';
import { COUNTRIES, countryCodeOf, isNationOfGb } from '#contract/rules/countries.ts';

export type ProfileValues = {
  first_name: string;
  last_name: string;
  birth_date: string;
  /** The name from the list: four names share the code GB, and only the code is stored. */
  country: string;
  state: string;
  city: string;
  zip_code: string;
};

function countryNameOf(code: string | null): string {
  return COUNTRIES.find((country) => country.code === code && !isNationOfGb(country.name))?.name ?? '';
}

export function toProfileValues(user: User): ProfileValues {
  return {
    first_name: user.first_name,
    last_name: user.last_name,
    birth_date: user.birth_date ?? '',
    country: countryNameOf(user.country),
    state: user.state ?? '',
    city: user.city ?? '',
    zip_code: user.zip_code ?? '',
  };
}

export function toProfileChange(values: ProfileValues) {
  return {
    first_name: values.first_name,
    last_name: values.last_name,
    name: `${values.first_name.trim()} ${values.last_name.trim()}`,
    birth_date: values.birth_date || null,
    country: countryCodeOf(values.country) ?? null,
    state: values.state || null,
    city: values.city || null,
    zip_code: values.zip_code || null,
    agreed_to_terms: true,
  };
}
