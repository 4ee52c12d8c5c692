// Text messages go only to countries that the site allows, because strangers earn money by having codes sent abroad.

/**
 * Islands share +1 with the US and Canada, but their texts cost many times as much. They are allowed by their own code, such as
 * +1876. Territories of the US are not among them.
 */
const ISLANDS = new Set(
  '242 246 264 268 284 345 441 473 649 658 664 721 758 767 784 809 829 849 868 869 876'.split(' '),
);

/** Calling codes, separated by commas. */
export const TEXT_COUNTRIES = /^\+[1-9]\d{0,6}(, ?\+[1-9]\d{0,6}){0,49}$/;

export function isTextCountry(phoneNumber: string, countries: string): boolean {
  const codes = countries.split(/, ?/);
  const isIsland = phoneNumber.startsWith('+1') && ISLANDS.has(phoneNumber.slice(2, 5));
  return codes.some((code) => phoneNumber.startsWith(code) && !(isIsland && code.length < '+1876'.length));
}
