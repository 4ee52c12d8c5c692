// Orders keep the name of a price in English, such as "5 photos for $24.95, Early bird until Nov 14". This parses it,
// so that pages can show it in another language.

type Part = { text: string; message: string | undefined; values: Record<string, string | number> };

const PARTS: { form: RegExp; message: string }[] = [
  {
    form: /^(?<count>\d+) photos? for (?<price>\$[\d,.]+)$/,
    message: /*i18n*/ '{count, plural, one {# photo} other {# photos}} for {price}',
  },
  {
    form: /^Up to (?<count>\d+) photos? for (?<price>\$[\d,.]+)$/,
    message: /*i18n*/ '{count, plural, one {Up to # photo} other {Up to # photos}} for {price}',
  },
  { form: /^the price of the album$/, message: /*i18n*/ 'the price of the album' },
  {
    form: /^All photos of (?<name>.+) for (?<price>\$[\d,.]+)$/,
    message: /*i18n*/ 'All photos of {name} for {price}',
  },
  { form: /^Early bird until (?<day>.+)$/, message: /*i18n*/ 'Early bird until {day}' },
  { form: /^Late price since (?<day>.+)$/, message: /*i18n*/ 'Late price since {day}' },
];

/** A part in no known form has a text and no message. */
export function readPriceName(name: string): Part[] {
  return name.split(', ').map((part) => {
    for (const { form, message } of PARTS) {
      const found = form.exec(part);
      if (!found) continue;
      const { count, ...words } = found.groups ?? {};
      return {
        text: part,
        message,
        values: count === undefined ? words : { ...words, count: Number(count) },
      };
    }
    return { text: part, message: undefined, values: {} };
  });
}
