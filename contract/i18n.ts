import { type I18n, setupI18n } from '@lingui/core';

type MessageCompiler = Parameters<I18n['setMessagesCompiler']>[0];
type Token = ReturnType<MessageCompiler>[number];

/** Customers read the site, mails and texts in one of these. Staff pages are in English. */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

export const LANGUAGE_NAMES: Record<Language, string> = { en: 'English', es: 'Español' };

/** Where the browser keeps a choice, so that the server renders public pages in the same language. */
export const LANGUAGE_COOKIE = 'language';

const isLanguage = (text: string | undefined): text is Language => LANGUAGES.some((known) => known === text);

/** A choice decides, then the first language of the browser that we speak. */
export function chooseLanguage(chosen: string | undefined, preferred: readonly string[]): Language {
  if (isLanguage(chosen)) return chosen;
  return preferred.map((tag) => tag.split('-')[0]?.toLowerCase()).find(isLanguage) ?? 'en';
}

/** The English sentence is the key of a message, so English needs no catalog at run time. */
export function createI18n(language: Language, messages: Record<string, string> = {}): I18n {
  return setupI18n({ locale: language, messages: { [language]: messages } }).setMessagesCompiler(
    compileMessage,
  );
}

/**
 * Compiles the part of ICU MessageFormat that our messages use: arguments, plural and select. The parser that comes with
 * Lingui would add 6 KB to the first page; a test compares the two for every message.
 */
export function compileMessage(message: string): Token[] {
  if (!message.includes('{')) return [message];
  let at = 0;
  const readUntil = (ends: string) => {
    const from = at;
    while (at < message.length && !ends.includes(message.charAt(at))) at += 1;
    return message.slice(from, at).trim();
  };
  function readTokens(isPlural: boolean): Token[] {
    const tokens: Token[] = [];
    while (at < message.length && message[at] !== '}') {
      if (message[at] === '{') {
        at += 1;
        tokens.push(readArgument());
      } else if (message[at] === '#' && isPlural) {
        at += 1;
        tokens.push('#');
      } else {
        const from = at;
        while (at < message.length && !(isPlural ? '{}#' : '{}').includes(message.charAt(at))) at += 1;
        tokens.push(message.slice(from, at));
      }
    }
    return tokens;
  }
  function readArgument(): Token {
    const name = readUntil(',}');
    if (message[at++] === '}') return [name];
    const type = readUntil(',') as 'plural' | 'select';
    at += 1;
    const cases: Record<string, Token[]> = {};
    for (let key = readUntil('{}'); message[at] === '{'; key = readUntil('{}')) {
      at += 1;
      cases[key.replace('=', '')] = readTokens(type === 'plural');
      at += 1;
    }
    at += 1;
    return [name, type, cases];
  }
  return readTokens(false);
}
