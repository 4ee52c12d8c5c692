import { chooseLanguage, createI18n, type I18n, LANGUAGE_COOKIE, type Language } from '#contract/i18n.ts';

type Values = Record<string, string | number | undefined>;

const english = createI18n('en');
let current: () => I18n = () => english;

/** `i18n.t` shows a message in the reader's language. Its key is the English sentence, which `npm run messages` extracts. */
export const i18n = {
  t: (id: string, values?: Values): string => current().t(id, values),
  get language(): Language {
    return current().locale;
  },
};

/** The server renders pages for readers of several languages at a time. */
export function setLanguageSource(source: () => I18n): void {
  current = source;
}

const loadSpanish = async () =>
  createI18n('es', (await import('#contract/messages/es.json')).default as Record<string, string>);

/** Runs before anything is shown. Another language takes a new page, so nothing on a page has to change. */
export async function startLanguage(): Promise<void> {
  const { lang, dataset } = document.documentElement;
  const language = dataset.rendered
    ? (lang as Language)
    : chooseLanguage(chosenLanguage(), navigator.languages);
  if (language === 'es') {
    const spanish = await loadSpanish().catch(() => english);
    setLanguageSource(() => spanish);
  }
  document.documentElement.lang = i18n.language;
}

function chosenLanguage(): string | undefined {
  return new RegExp(`(?:^|; )${LANGUAGE_COOKIE}=(\\w+)`).exec(document.cookie)?.[1];
}

const ONE_YEAR_SECONDS = 365 * 24 * 3600;

/** Returns whether the page has to be loaded again to show it. */
export function rememberLanguage(language: Language): boolean {
  // biome-ignore lint/suspicious/noDocumentCookie: The server reads it too, and the Cookie Store API is missing in some browsers.
  document.cookie = `${LANGUAGE_COOKIE}=${language}; path=/; max-age=${ONE_YEAR_SECONDS}; samesite=lax`;
  // Without cookies the page would load again and again.
  return chosenLanguage() === language && language !== i18n.language;
}
