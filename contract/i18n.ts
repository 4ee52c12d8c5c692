/** Customers read the site, mails and texts in one of these. Staff pages are in English. */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', es: 'Español' };

/** A cookie, so that the server renders public pages in the chosen language. */
export const LANGUAGE_COOKIE = 'language';

const isLanguage = (text: string | undefined): text is Language => LANGUAGES.some((known) => known === text);

/** A choice decides, then the first language of the browser that we speak. */
export function chooseLanguage(chosen: string | undefined, preferred: readonly string[]): Language {
  if (isLanguage(chosen)) return chosen;
  return preferred.map((tag) => tag.split('-')[0]?.toLowerCase()).find(isLanguage) ?? 'en';
}

type Values = Record<string, string | number | null | undefined>;

export type I18n = { locale: Language; t: (id: string, values?: Values) => string };

/** The English sentence is the key of a message, so English needs no catalog at run time. */
export function createI18n(language: Language, messages: Record<string, string> = {}): I18n {
  const plurals = new Intl.PluralRules(`${language}-US`);
  const numbers = new Intl.NumberFormat(`${language}-US`);
  return {
    locale: language,
    t: (id, values = {}) => formatMessage(messages[id] || id, values, { plurals, numbers }),
  };
}

/**
 * Knows the part of ICU MessageFormat that our messages use: arguments, plural and select. Lingui extracts and checks
 * them; its own formatter would add 2 KB to the first page. A test compares the two for every message.
 */
function formatMessage(
  message: string,
  values: Values,
  { plurals, numbers }: { plurals: Intl.PluralRules; numbers: Intl.NumberFormat },
): string {
  if (!message.includes('{')) return message;
  let at = 0;
  const readUntil = (ends: string) => {
    const from = at;
    while (at < message.length && !ends.includes(message.charAt(at))) at += 1;
    return message.slice(from, at).trim();
  };
  function readText(count?: string): string {
    let text = '';
    while (at < message.length && message[at] !== '}') {
      const letter = message.charAt(at);
      at += 1;
      if (letter === '{') text += readArgument();
      else text += letter === '#' ? (count ?? letter) : letter;
    }
    return text;
  }
  function readArgument(): string {
    const value = values[readUntil(',}')] ?? '';
    if (message[at++] === '}') return String(value);
    const isPlural = readUntil(',') === 'plural';
    at += 1;
    const count = isPlural ? numbers.format(Number(value)) : undefined;
    const cases: Record<string, string> = {};
    for (let key = readUntil('{}'); message[at] === '{'; key = readUntil('{}')) {
      at += 1;
      cases[key.replace('=', '')] = readText(count);
      at += 1;
    }
    at += 1;
    const chosen = cases[value] ?? (isPlural ? cases[plurals.select(Number(value))] : undefined);
    return chosen ?? cases.other ?? '';
  }
  return readText();
}
