import { readPriceName } from '#contract/rules/price-names.ts';
import { dateFormat } from '#web/lib/formats.ts';
import { i18n } from '#web/lib/i18n.ts';

/** Says why a price is not the regular one, in the language of the page. */
export function priceNameOf(name: string): string {
  return readPriceName(name)
    .map(({ text, message, values }) => {
      if (!message) return text;
      const { day } = values;
      return i18n.t(message, day === undefined ? values : { ...values, day: localDay(String(day)) });
    })
    .join(', ');
}

/** Takes "Nov 14", which has no year. */
const localDay = (day: string) =>
  dateFormat({ month: 'short', day: 'numeric' }).format(new Date(`${day} 2000`));
