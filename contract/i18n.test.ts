import { setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { describe, expect, test } from 'vitest';
import { chooseLanguage, createI18n } from './i18n.ts';
import english from './messages/en.json' with { type: 'json' };
import spanish from './messages/es.json' with { type: 'json' };

const SPECIMENS = [
  'Hello {name}',
  "{count, plural, =0 {no photos} one {# photo} other {# photos}} of {name}'s team",
  '{kind, select, album {the album} other {{count, plural, one {a photo} other {# photos}}}}',
];
const catalog = [...Object.entries(english), ...Object.entries(spanish)].flat();

test('every message reads as Lingui would show it', () => {
  for (const language of ['en', 'es'] as const) {
    const ours = createI18n(language);
    const theirs = setupI18n({ locale: language, locales: `${language}-US`, messages: { [language]: {} } });
    theirs.setMessagesCompiler(compileMessage);
    for (const message of [...SPECIMENS, ...catalog].filter((text) => text !== '')) {
      for (const count of [0, 1, 2, 1200]) {
        const values = Object.fromEntries(argumentsOf(compileMessage(message)).map((name) => [name, count]));
        expect(ours.t(message, values)).toBe(theirs._(message, values));
        const kinds = Object.fromEntries(Object.keys(values).map((name) => [name, 'album']));
        if (!message.includes('plural')) expect(ours.t(message, kinds)).toBe(theirs._(message, kinds));
      }
    }
  }
});

/** A plural and a select also read their argument, so the names are found in the compiled message. */
function argumentsOf(compiled: unknown): string[] {
  if (!Array.isArray(compiled)) return [];
  return compiled.flatMap((token) => {
    if (!Array.isArray(token)) return [];
    const [name, , cases = {}] = token as [string, string?, object?];
    return [name, ...Object.values(cases).flatMap(argumentsOf)];
  });
}

test('Spanish uses the arguments of the English message and its tags', () => {
  const tagsOf = (message: string) => (message.match(/<\/?\w+>/g) ?? []).sort();
  for (const [id, translation] of Object.entries(spanish)) {
    const known = new Set(argumentsOf(compileMessage(id)));
    expect(
      argumentsOf(compileMessage(translation)).filter((name) => !known.has(name)),
      translation,
    ).toEqual([]);
    expect(tagsOf(translation), translation).toEqual(tagsOf(id));
  }
});

test('plurals and numbers follow the language', () => {
  const message = '{count, plural, one {# photo} other {# photos}}';
  const spanishI18n = createI18n('es', { [message]: '{count, plural, one {# foto} other {# fotos}}' });
  expect([1, 2, 1200].map((count) => createI18n('en').t(message, { count }))).toEqual([
    '1 photo',
    '2 photos',
    '1,200 photos',
  ]);
  expect([1, 2].map((count) => spanishI18n.t(message, { count }))).toEqual(['1 foto', '2 fotos']);
});

describe('the language', () => {
  test.each([
    ['is the one that was chosen', 'es', ['en-US'], 'es'],
    ['is the first of the browser that we speak', undefined, ['fr-FR', 'es-MX', 'en'], 'es'],
    ['is English if we speak none of them', undefined, ['fr', 'de'], 'en'],
    ['is the browser’s if the choice makes no sense', 'xx', ['es'], 'es'],
  ] as const)('%s', (_what, chosen, preferred, expected) => {
    expect(chooseLanguage(chosen, preferred)).toBe(expected);
  });
});
