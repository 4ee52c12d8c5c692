import { describe, expect, test } from 'vitest';
import { albumPriceCents } from '#contract/rules/pricing.ts';
import catalogue from './catalogue.json' with { type: 'json' };
import { buildDemoData, demoIdentifier } from './demo-data.ts';

/** A palette belongs to one discipline, so that a gymnast's album never shows a pyramid. */
const DISCIPLINE_PALETTES: Record<string, readonly string[]> = {
  cheer: ['azure', 'violet', 'red', 'amber'],
  dance: ['rose', 'teal'],
  gymnastics: ['white', 'lime'],
};
const TODAY = new Date('2026-11-15T02:00:00Z');
const DAY_MS = 86_400_000;
const data = buildDemoData({ today: TODAY });
const everyDayOfAYear = Array.from({ length: 366 }, (_, day) => new Date(TODAY.getTime() + day * DAY_MS));

function countBy<T>(items: T[], key: (item: T) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1);
  return counts;
}

function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value instanceof Date || value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(stringsOf);
}

describe('the demo data', () => {
  test('has 4 brands, 24 programs, 12 events and 20 albums per event', () => {
    expect(new Set(data.events.map((event) => event.fields.brandName)).size).toBe(4);
    expect(new Set(data.teams.map((team) => team.programName)).size).toBe(24);
    expect(data.events).toHaveLength(12);
    expect(data.albums).toHaveLength(240);
    expect([...countBy(data.albums, (album) => album.eventKey).values()]).toEqual(Array(12).fill(20));
  });

  test('is the same for the same day', () => {
    expect(buildDemoData({ today: new Date('2026-11-15T23:59:00Z') })).toEqual(data);
  });

  test('gives a performance order once per event, in the order of the planned times', () => {
    expect(new Set(data.albums.map(demoIdentifier)).size).toBe(data.albums.length);
    for (const event of data.events) {
      const albums = data.albums.filter((album) => album.eventKey === event.key);
      const byOrder = albums.toSorted((a, b) => a.performanceOrder - b.performanceOrder);
      const byTime = albums.toSorted((a, b) => a.plannedAt.getTime() - b.plannedAt.getTime());
      expect(byOrder).toEqual(byTime);
      expect(new Set(albums.map((album) => album.teamKey)).size).toBe(albums.length);
    }
  });

  test('plans every performance on the day of the event at the venue, between 8 am and 10 pm', () => {
    for (const album of data.albums) {
      const event = data.events.find((candidate) => candidate.key === album.eventKey);
      const local = new Intl.DateTimeFormat('sv-SE', {
        timeZone: event?.fields.timeZone,
        dateStyle: 'short',
        timeStyle: 'short',
      }).format(album.plannedAt);
      expect(local.slice(0, 10)).toBe(event?.fields.startDate);
      expect(Number(local.slice(11, 13))).toBeGreaterThanOrEqual(8);
      expect(Number(local.slice(11, 13))).toBeLessThan(22);
    }
  });

  test('lets every team recur, in both seasons, with one division per season', () => {
    const albumsByTeam = countBy(data.albums, (album) => album.teamKey);
    for (const team of data.teams) expect(albumsByTeam.get(team.key)).toBeGreaterThanOrEqual(2);
    const perSeason = countBy(data.albums, (album) => `${album.teamKey} ${album.eventKey.slice(-7)}`);
    expect(perSeason.size).toBe(data.teams.length * 2);
    const divisions = new Set(
      data.albums.map((album) => `${album.teamKey} ${album.eventKey.slice(-7)} ${album.divisionName}`),
    );
    expect(divisions.size).toBe(perSeason.size);
  });

  test('is anchored to the day it is built on, whichever day of the year that is', () => {
    for (const today of everyDayOfAYear) {
      const { events } = buildDemoData({ today });
      const daysAhead = events.map(
        (event) => (Date.parse(event.fields.startDate) - today.getTime()) / DAY_MS,
      );
      const newest = Math.max(...daysAhead.filter((days) => days < 0));
      expect(newest).toBeGreaterThan(-7);
      expect(newest).toBeLessThan(-1);
      expect(daysAhead.filter((days) => days > 0)).toHaveLength(2);
      expect(events.map((event) => event.isPhotographed)).toEqual(daysAhead.map((days) => days < 0));
      expect(new Set(events.map((event) => event.season)).size).toBe(2);
      expect(new Set(events.map((event) => event.fields.name)).size).toBe(12);
    }
  });

  test('prices most events, and leaves exactly one to the site default', () => {
    expect(data.events.filter((event) => event.hasDefaultPrices)).toHaveLength(1);
  });

  test('has prices that make sense beside each other: more photos cost more, and each of them less', () => {
    for (const { prices } of catalogue.priceLists) {
      const steps = prices.photo_steps.map(({ price }) => price);
      const album = albumPriceCents(prices.share_price);
      const offers = [prices.image_price, ...steps, prices.athlete_price, album];
      expect(offers.toSorted((a, b) => a - b)).toEqual(offers);
      for (const { photos, price } of prices.photo_steps)
        expect(price).toBeLessThan(photos * prices.image_price);
      expect(prices.share_price).toBeLessThan(prices.image_price);
    }
  });

  test('lights a team in a palette of its discipline', () => {
    for (const { discipline, teams } of catalogue.programs) {
      for (const { palette } of teams) expect(DISCIPLINE_PALETTES[discipline]).toContain(palette);
    }
  });

  test('lets each demo parent follow teams that entered the newest or an earlier event', () => {
    expect(data.logIns.map(({ email }) => email)).toEqual(
      ['super', 'analyst', 'support', 'finance', 'lead', 'parent', 'parent2', 'parent3'].map(
        (name) => `${name}@encore.test`,
      ),
    );
    const photographed = new Set(data.events.filter((e) => e.isPhotographed).map((e) => e.key));
    for (const key of data.logIns.flatMap(({ follows }) => follows)) {
      const team = data.teams.find((one) => one.key === key);
      const matches = data.albums.filter(
        (album) =>
          photographed.has(album.eventKey) && album.teamKey === key && album.divisionName === team?.division,
      );
      expect(matches.length).toBeGreaterThan(0);
    }
  });

  test('keeps every text short and trimmed', () => {
    for (const text of stringsOf(data)) {
      expect(text.length).toBeGreaterThan(0);
      expect(text.length).toBeLessThanOrEqual(60);
      expect(text).toBe(text.trim());
    }
  });
});
