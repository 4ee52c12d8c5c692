import catalogue from './catalogue.json' with { type: 'json' };
import { between, type Random, seededRandom, shuffle } from './random.ts';
import type { Palette } from './uniforms.ts';

const RANDOM_SEED = 20_260_822;
const DAY_MS = 86_400_000;
const FIRST_PERFORMANCE_MINUTES = 8 * 60;
const MINUTES_PER_PERFORMANCE = 9;
const LUNCH_AT_ORDER = 25;
const LUNCH_MINUTES = 45;
const AGES = ['Tiny', 'Mini', 'Youth', 'Junior', 'Senior', 'Open'];
const DISCIPLINES = ['cheer', 'dance', 'gymnastics'] as const;
export type Discipline = (typeof DISCIPLINES)[number];

type Series = (typeof catalogue.series)[number];
type DemoPricing = { sharePriceCents: number; imagePriceCents: number | null };
export type DemoLogIn = (typeof catalogue.logIns)[number];
export type DemoTeam = {
  key: string;
  programName: string;
  teamName: string;
  discipline: Discipline;
  palette: Palette;
  /** Younger and lower teams perform first. */
  rank: number;
  divisionBySeason: Record<string, string>;
};
export type DemoEvent = ReturnType<typeof buildEvents>[number];
export type DemoAlbum = ReturnType<typeof buildEventAlbums>[number];
export type DemoData = ReturnType<typeof buildDemoData>;

/** Followed teams enter the newest event so that a first visit shows new albums. */
export const FOLLOWED_TEAM_KEYS: readonly string[] = catalogue.logIns.flatMap(({ follows }) => follows);

/** Names an album of the demo data in the database. */
export function demoIdentifier(album: Pick<DemoAlbum, 'eventKey' | 'performanceOrder'>): string {
  return `${album.eventKey}-${album.performanceOrder}`;
}

/** Returns the same data for the same day; all dates follow `today`. */
export function buildDemoData({ today }: { today: Date }) {
  const random = seededRandom(RANDOM_SEED);
  const seasons = seasonNames(today);
  const teams = buildTeams(random, seasons);
  const events = buildEvents(today, seasons);
  const albums = seasons.flatMap((season) =>
    buildSeasonAlbums(
      random,
      events.filter((event) => event.season === season),
      teams,
    ),
  );
  return { events, teams, albums, logIns: catalogue.logIns };
}

function seasonNames(today: Date): [string, string] {
  const firstYear = today.getUTCMonth() >= 6 ? today.getUTCFullYear() : today.getUTCFullYear() - 1;
  const name = (year: number) => `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
  return [name(firstYear - 1), name(firstYear)];
}

function buildTeams(random: Random, [lastSeason, thisSeason]: [string, string]): DemoTeam[] {
  return catalogue.programs.flatMap(({ name: programName, discipline, teams }) =>
    teams.map(({ name: teamName, palette, division }) => {
      const level = Number(/(?:L|Level )(\d)/.exec(division)?.[1] ?? 0);
      const movedUp = level > 1 && random() < 0.35;
      return {
        key: `${slug(programName)}/${slug(teamName)}`,
        programName,
        teamName,
        discipline: discipline as Discipline,
        palette: palette as Palette,
        rank: AGES.indexOf(division.split(' ')[0] ?? '') * 10 + level,
        divisionBySeason: {
          [lastSeason]: movedUp ? division.replace(String(level), String(level - 1)) : division,
          [thisSeason]: division,
        },
      };
    }),
  );
}

function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Every series takes place once per season. */
function buildEvents(today: Date, seasons: readonly string[]) {
  const midnight = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()));
  const newest = newestFinishedDay(midnight);
  return seasons.flatMap((season, index) =>
    catalogue.series.map((series) => {
      const isThisSeason = index === 1;
      const { name, weeksFromNewest } = isThisSeason ? series : series.lastSeason;
      const startOfDay = dayOfSeries(newest, weeksFromNewest);
      const { key, brand, venueName, city, state, timeZone } = series;
      const { name: brandName, producerName } = catalogue.brands[brand as keyof typeof catalogue.brands];
      const pricings: DemoPricing[] = isThisSeason ? series.pricings.thisSeason : series.pricings.lastSeason;
      const place = { brandName, producerName, venueName, city, state, timeZone };
      return {
        ...place,
        key: `${key}-${season}`,
        name: `${startOfDay.getUTCFullYear()} ${name}`,
        season,
        series,
        startOfDay,
        startsAt: midnightAt(timeZone, startOfDay),
        startDate: startOfDay.toISOString().slice(0, 10),
        archived: !isThisSeason && series.weeksFromNewest === -6,
        /** The albums of a future event are a running order without photos. */
        isPhotographed: startOfDay < midnight,
        /** The site's default price applies when the list is empty. */
        pricings,
      };
    }),
  );
}

/** Returns the latest Friday, Saturday or Sunday that is at least two days ago. */
function newestFinishedDay(midnight: Date): Date {
  const days = [2, 3, 4, 5, 6].map((back) => addDays(midnight, -back));
  return days.find((day) => [0, 5, 6].includes(day.getUTCDay())) as Date;
}

function dayOfSeries(newest: Date, weeks: number): Date {
  if (weeks === 0) return newest;
  const day = addDays(newest, weeks * 7);
  return addDays(day, 6 - (day.getUTCDay() || 7));
}

function addDays(day: Date, days: number): Date {
  return new Date(day.getTime() + days * DAY_MS);
}

function buildSeasonAlbums(random: Random, events: DemoEvent[], teams: DemoTeam[]): DemoAlbum[] {
  const decks = new Map(
    DISCIPLINES.map((discipline) => [discipline, dealer(deckOf(random, teams, discipline))]),
  );
  const weeks = ({ series }: { series: Series }) => Math.abs(series.weeksFromNewest);
  return events
    .toSorted((a, b) => weeks(a) - weeks(b))
    .map((event) => {
      const entries: Partial<Record<Discipline, number>> = event.series.entries;
      const entered = DISCIPLINES.flatMap((one) => decks.get(one)?.(entries[one] ?? 0) ?? []);
      return { event, entered };
    })
    .sort((a, b) => a.event.startOfDay.getTime() - b.event.startOfDay.getTime())
    .flatMap(({ event, entered }) => buildEventAlbums(random, event, entered));
}

function deckOf(random: Random, teams: DemoTeam[], discipline: Discipline): DemoTeam[] {
  const entered = teams.filter((team) => team.discipline === discipline);
  const isFollowed = ({ key }: DemoTeam) => FOLLOWED_TEAM_KEYS.includes(key);
  const others = entered.filter((team) => !isFollowed(team));
  return [...entered.filter(isFollowed), ...shuffle(random, others)];
}

/** Deals the teams in turn, so that no team enters an event twice and every team takes part. */
function dealer(deck: DemoTeam[]): (count: number) => DemoTeam[] {
  let next = 0;
  return (count) => Array.from({ length: count }, () => deck[next++ % deck.length] as DemoTeam);
}

function buildEventAlbums(random: Random, event: DemoEvent, entered: DemoTeam[]) {
  const runningOrder = entered
    .map((team) => ({ team, place: team.rank + between(random, -14, 14) }))
    .sort((a, b) => a.place - b.place);
  let performanceOrder = 0;
  return runningOrder.map(({ team }) => {
    performanceOrder += 1 + Math.floor(random() * 4);
    const { key: teamKey, programName, teamName, palette } = team;
    return {
      eventKey: event.key,
      teamKey,
      programName,
      teamName,
      divisionName: team.divisionBySeason[event.season] ?? '',
      performanceOrder,
      plannedAt: plannedTime(event, performanceOrder),
      palette,
    };
  });
}

function plannedTime({ startsAt }: DemoEvent, performanceOrder: number): Date {
  const lunch = performanceOrder >= LUNCH_AT_ORDER ? LUNCH_MINUTES : 0;
  const minutes = FIRST_PERFORMANCE_MINUTES + (performanceOrder - 1) * MINUTES_PER_PERFORMANCE + lunch;
  return new Date(startsAt.getTime() + minutes * 60_000);
}

/** Returns the midnight at the venue by which the clocks go in the afternoon. */
function midnightAt(timeZone: string, day: Date): Date {
  const afternoon = new Date(day.getTime() + 18 * 3_600_000);
  const local = new Date(`${afternoon.toLocaleString('sv-SE', { timeZone })}Z`);
  return new Date(day.getTime() - (local.getTime() - afternoon.getTime()));
}
