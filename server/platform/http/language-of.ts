import type { FastifyRequest } from 'fastify';
import { chooseLanguage, LANGUAGE_COOKIE, type Language } from '#contract/i18n.ts';

const COOKIE = new RegExp(`(?:^|;\\s*)${LANGUAGE_COOKIE}=(\\w+)`);

/** The language that a visitor chose, or else the first of their browser's that we speak. */
export function languageOf({ headers }: Pick<FastifyRequest, 'headers'>): Language {
  const preferred = (headers['accept-language'] ?? '')
    .slice(0, 200)
    .split(',')
    .map((entry) => entry.split(';')[0]?.trim() ?? '');
  return chooseLanguage(COOKIE.exec(headers.cookie ?? '')?.[1], preferred);
}
