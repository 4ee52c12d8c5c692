import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasEveryKeyword, type KeywordFields, keywordHaystack, splitKeywords } from './keyword-filter.ts';

const royals: KeywordFields = {
  album: {
    program_name: 'Northshore Elite',
    team_name: 'Royals',
    division_name: 'Senior L4 Medium',
    performance_order: 42,
  },
  event: {
    name: 'Grand Nationals',
    brand_name: 'Crown Series',
    city: 'Denver',
    state: 'CO',
    producer_name: 'Apex Productions',
    venue_name: 'Ball Arena',
  },
};

const matches = (fields: KeywordFields, text: string) =>
  hasEveryKeyword(keywordHaystack(fields), splitKeywords(text));

test.each([
  ['', true],
  ['   ', true],
  ['northshore', true],
  ['NORTHSHORE', true],
  ['royals', true],
  ['l4', true],
  ['nationals', true],
  ['crown', true],
  ['denver', true],
  ['co', true],
  ['apex', true],
  ['arena', true],
  ['42', true],
  ['4', true],
  ['royals denver 42', true],
  ['  royals \t denver ', true],
  ['42 royals arena apex crown co', true],
  ['royals tampa', false],
  ['43', false],
  ['eliteroyals', false],
  ['royalssenior', false],
  ['northshore-elite', false],
])('%j against the ten fields of an album is %s', (text, expected) => {
  expect(matches(royals, text)).toBe(expected);
});

test('accents are ignored in what is typed and in what is found', () => {
  const elan = { ...royals, album: { ...royals.album, program_name: 'Élan Niños' } };
  for (const text of ['elan', 'ÉLAN', 'ninos', 'niño']) expect(matches(elan, text), text).toBe(true);
  expect(matches(royals, 'róyals')).toBe(true);
});

const word = fc.string({ minLength: 1, maxLength: 8 }).filter((text) => !/\s/.test(text));
const field = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '));
const fieldsOfAlbum = fc.record({
  album: fc.record({
    program_name: field,
    team_name: field,
    division_name: field,
    performance_order: fc.nat(),
  }),
  event: fc.record({
    name: field,
    brand_name: field,
    city: field,
    state: field,
    producer_name: field,
    venue_name: field,
  }),
});

test('an album matches exactly when each keyword is inside one of its ten fields', () => {
  fc.assert(
    fc.property(fieldsOfAlbum, fc.array(word, { maxLength: 4 }), (fields, keywords) => {
      const texts = [...Object.values(fields.album), ...Object.values(fields.event)].map((value) =>
        String(value).toLowerCase(),
      );
      const expected = keywords.every((keyword) =>
        texts.some((text) => text.includes(keyword.toLowerCase())),
      );
      expect(matches(fields, keywords.join(' '))).toBe(expected);
    }),
  );
});

test('an additional keyword never finds more albums', () => {
  fc.assert(
    fc.property(fieldsOfAlbum, word, word, (fields, first, second) => {
      if (matches(fields, `${first} ${second}`)) expect(matches(fields, first)).toBe(true);
    }),
  );
});
