import { readPriceName } from '#contract/rules/price-names.ts';
import { i18n } from '#web/lib/i18n.ts';

/** Says why a price is not the regular one, in the language of the page. */
export function priceNameOf(name: string): string {
  return readPriceName(name)
    .map(({ text, message, values }) => (message ? i18n.t(message, values) : text))
    .join(', ');
}
