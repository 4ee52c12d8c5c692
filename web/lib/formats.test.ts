import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createI18n } from '#contract/i18n.ts';
import { eventLine, teamLine } from '#contract/rules/sentences.ts';
import { setLanguageSource } from '#web/lib/i18n.ts';
import { buildEvent } from '#web/testing/demo-albums.ts';
import {
  compareIso,
  formatAge,
  formatDate,
  formatEventDays,
  formatPerformanceDay,
  formatWeekday,
  nameOfPerson,
  parseDollars,
  toDollars,
} from './formats.ts';

test.each([
  ['en-US', '10/24/2026'],
  ['xx-YY', '10/24/2026'],
  ['en-GB', '24/10/2026'],
  ['de-AT', '24.10.2026'],
  ['sv-SE', '2026-10-24'],
])('in %s a date reads %s', (language, text) => {
  expect(formatDate('2026-10-24', language)).toBe(text);
});

test('a weekday in Spanish has no comma before the year', () => {
  setLanguageSource(() => createI18n('es'));
  expect(formatWeekday('2026-11-15', 'numeric')).toBe('dom 15 de nov de 2026');
  setLanguageSource(() => createI18n('en'));
  expect(formatWeekday('2026-11-15', 'numeric')).toBe('Sun, Nov 15, 2026');
});

test('an event shows all of its days, and a performance without a time the days of its event', () => {
  const [one, three] = [buildEvent(), buildEvent({ last_date: '2026-10-26' })];
  expect(formatEventDays(one)).toBe('10/24/2026');
  expect(formatEventDays(three)).toBe('Oct 24 – 26, 2026');
  const { last_date: _, ...keptBefore } = one;
  expect(formatEventDays(keptBefore)).toBe('10/24/2026');
  expect(formatPerformanceDay({ planned_at: null }, three)).toBe('Oct 24 – 26, 2026');
  expect(formatPerformanceDay({ planned_at: '2026-10-26T05:30:00.000Z' }, three)).toBe('10/25/2026');
});

test('ages are relative', () => {
  const now = Date.parse('2026-11-15T12:00:00Z');
  expect(formatAge('2026-11-15T10:00:00Z', now, 'en-US')).toBe('2 hours ago');
  expect(formatAge('2026-11-14T10:00:00Z', now, 'en-US')).toBe('yesterday');
  expect(formatAge('2026-11-15T11:59:50Z', now, 'en-US')).toBe('10 seconds ago');
});

test('a link that lives for seven days expires in seven days right after it was sent, and in six half a day later', () => {
  const now = Date.parse('2026-11-15T12:00:00Z');
  expect(formatAge('2026-11-22T11:59:57Z', now, 'en-US')).toBe('in 7 days');
  expect(formatAge('2026-11-21T23:59:00Z', now, 'en-US')).toBe('in 6 days');
});

test('team and event lines leave out what is missing', () => {
  expect(teamLine({ program_name: 'Bayline Cheer', team_name: 'Tidal', division_name: 'Open Coed L6' })).toBe(
    'Bayline Cheer Tidal, Open Coed L6',
  );
  expect(teamLine({ program_name: 'Bayline Cheer', team_name: '', division_name: '' })).toBe('Bayline Cheer');
  const event = {
    start_date: '2026-10-24',
    brand_name: 'Crown Series',
    name: 'Grand Nationals',
    city: 'Denver',
    state: 'CO',
  };
  expect(eventLine(event)).toBe('2026 Crown Series Grand Nationals, Denver, CO');
});

test.each([
  ['Lanternway Spirit', 'Lanternway Lamplight Classic', 'Lanternway Lamplight Classic'],
  ['Crown Series', 'Crown Series Summit', 'Crown Series Summit'],
  ['Crown Series', 'Grand Nationals', 'Crown Series Grand Nationals'],
  ['The Star Tour', 'The Finals', 'The Star Tour The Finals'],
  ['The Star Tour', 'STAR Finals', 'STAR Finals'],
  ['Star', 'Starlight Cup', 'Star Starlight Cup'],
  ['', 'Winter Cup', 'Winter Cup'],
])('an event of %s that is called %s has its brand once', (brand_name, name, called) => {
  const place = { start_date: '2026-10-24', city: '', state: '' };
  expect(eventLine({ ...place, brand_name, name })).toBe(`2026 ${called}`);
  expect(eventLine({ ...place, brand_name, name: `${name} 2026` })).toBe(`${called} 2026`);
});

test.each([
  ['19.95', 1995],
  ['$19.95', 1995],
  ['1.1', 110],
  ['0.29', 29],
  ['.5', 50],
  ['4', 400],
  ['1,234.50', 123_450],
  [' 8.20 ', 820],
  ['0', 0],
])('%s is %i cents', (text, cents) => {
  expect(parseDollars(text)).toBe(cents);
});

test('an empty text is no price', () => {
  expect(parseDollars('  ')).toBeNull();
  expect(toDollars(null)).toBe('');
});

test.each(['abc', '1.999', '-1', '1,23', '.', '$', '1e3', '1.2.3', '19,95'])(
  '"%s" is not an amount',
  (text) => {
    expect(parseDollars(text)).toBeUndefined();
  },
);

test('every amount the contract allows survives the way there and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), (cents) => {
      expect(parseDollars(toDollars(cents))).toBe(cents);
    }),
  );
});

test('moments with more or fewer digits of a second are in the order of time', () => {
  const moments = [
    '2026-11-17T13:59:59.999Z',
    '2026-11-17T14:00:00Z',
    '2026-11-17T14:00:00.1Z',
    '2026-11-17T14:00:00.12Z',
    '2026-11-17T14:00:00.125Z',
    '2026-11-17T14:00:01Z',
  ];
  expect(moments.toReversed().sort(compareIso)).toEqual(moments);
});

test('days are in the order of time, and equal ones are equal', () => {
  expect(['2026-11-17', '2025-12-01', '2026-02-03'].sort(compareIso)).toEqual([
    '2025-12-01',
    '2026-02-03',
    '2026-11-17',
  ]);
  expect(compareIso('2026-11-17', '2026-11-17')).toBe(0);
});

test.each([
  [{ name: 'Riley Parent', email: 'riley@encore.test' }, 'Riley Parent'],
  [{ name: ' ', email: 'riley@encore.test', phone_number: '+15125550123', id: 7 }, 'riley@encore.test'],
  [{ name: '', email: '', phone_number: '+15125550123', id: 7 }, '+15125550123'],
  [{ name: '', email: '', phone_number: null, id: 7 }, 'User 7'],
  [{ name: '', email: null }, 'No name'],
])('%o is called %s', (person, called) => {
  expect(nameOfPerson(person)).toBe(called);
});
