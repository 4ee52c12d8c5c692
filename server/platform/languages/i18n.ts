import type { I18n } from '@lingui/core';
import { createI18n, type Language } from '#contract/i18n.ts';
import spanish from '#contract/messages/es.json' with { type: 'json' };

const I18NS: Record<Language, I18n> = { en: createI18n('en'), es: createI18n('es', spanish) };

/** Mails, texts and documents follow the language of their reader, English until it is known. */
export function i18nFor(language: string | null | undefined): I18n {
  return I18NS[language === 'es' ? 'es' : 'en'];
}
