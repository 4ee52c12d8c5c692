import { buildCustomers, FOLLOWED_TEAM_KEYS } from '#server/demo/demo-customers.ts';
import type { DemoAlbum, DemoData, DemoTeam } from '#server/demo/demo-data.types.ts';
import { BRANDS, buildEvents, type SeriesEvent, seasonNames } from '#server/demo/demo-events.ts';
import { PROGRAMS, type TeamSeed } from '#server/demo/demo-programs.ts';
import { DISCIPLINES, type Discipline } from '#server/demo/palettes.ts';
import { between, type Random, seededRandom, shuffle } from '#server/demo/seeded-random.ts';

const RANDOM_SEED = 20_260_822;
const FIRST_PERFORMANCE_MINUTES = 8 * 60;
const MINUTES_PER_PERFORMANCE = 9;
const LUNCH_AT_ORDER = 25;
const LUNCH_MINUTES = 45;
const AGES: readonly TeamSeed['age'][] = ['Tiny', 'Mini', 'Youth', 'Junior', 'Senior', 'Open'];

type RankedTeam = { team: DemoTeam; rank: number };

/** Returns the same data for the same day. */
export function buildDemoData({ today }: { today: Date }): DemoData {
  const random = seededRandom(RANDOM_SEED);
  const seasons = seasonNames(today);
  const ranked = buildTeams(random, seasons);
  const seriesEvents = buildEvents(today);
  const albums = seasons.flatMap((season) =>
    buildSeasonAlbums(
      random,
      season,
      seriesEvents.filter(({ event }) => event.season === season),
      ranked,
    ),
  );
  const teams = ranked.map(({ team }) => team);
  return {
    brands: [...BRANDS],
    events: seriesEvents.map(({ event }) => event),
    teams,
    albums,
    customers: buildCustomers(teams, seasons[1]),
  };
}

function buildTeams(random: Random, [lastSeason, thisSeason]: [string, string]): RankedTeam[] {
  return PROGRAMS.flatMap((program) =>
    program.teams.map((seed) => {
      const movedUp = seed.level > 1 && random() < 0.35;
      return {
        rank: AGES.indexOf(seed.age) * 10 + seed.level,
        team: {
          key: `${slug(program.name)}/${slug(seed.name)}`,
          programName: program.name,
          teamName: seed.name,
          discipline: program.discipline,
          palette: seed.palette,
          divisionBySeason: {
            [lastSeason]: divisionName(program.discipline, seed, movedUp ? seed.level - 1 : seed.level),
            [thisSeason]: divisionName(program.discipline, seed, seed.level),
          },
        },
      };
    }),
  );
}

function divisionName(discipline: Discipline, seed: TeamSeed, level: number): string {
  if (discipline === 'cheer') return `${seed.age} L${level} ${seed.size}`;
  if (discipline === 'dance') return `${seed.age} ${seed.style} ${seed.size}`;
  return `${seed.age} Level ${level}`;
}

function buildSeasonAlbums(
  random: Random,
  season: string,
  events: SeriesEvent[],
  ranked: RankedTeam[],
): DemoAlbum[] {
  const decks = Object.fromEntries(
    DISCIPLINES.map((discipline) => [discipline, dealer(deckOf(random, ranked, discipline))]),
  ) as Record<Discipline, (count: number) => RankedTeam[]>;
  const newestFirst = [...events].sort(
    (a, b) => Math.abs(a.series.weeksFromNewest) - Math.abs(b.series.weeksFromNewest),
  );
  return newestFirst
    .map((seriesEvent) => ({
      seriesEvent,
      entered: DISCIPLINES.flatMap((discipline) =>
        decks[discipline](seriesEvent.series.entries[discipline] ?? 0),
      ),
    }))
    .sort((a, b) => a.seriesEvent.startOfDay.getTime() - b.seriesEvent.startOfDay.getTime())
    .flatMap(({ seriesEvent, entered }) => buildEventAlbums(random, season, seriesEvent, entered));
}

function deckOf(random: Random, ranked: RankedTeam[], discipline: Discipline): RankedTeam[] {
  const teams = ranked.filter(({ team }) => team.discipline === discipline);
  const isFollowed = ({ team }: RankedTeam) => FOLLOWED_TEAM_KEYS.includes(team.key);
  const others = teams.filter((entry) => !isFollowed(entry));
  return [...teams.filter(isFollowed), ...shuffle(random, others)];
}

/** Deals the teams in turn, so that no team enters an event twice and every team takes part. */
function dealer(deck: RankedTeam[]): (count: number) => RankedTeam[] {
  let next = 0;
  return (count) => {
    if (count > deck.length) throw new Error('an event needs more teams than the demo data has');
    return Array.from({ length: count }, () => deck[next++ % deck.length] as RankedTeam);
  };
}

function buildEventAlbums(
  random: Random,
  season: string,
  { event, startOfDay }: SeriesEvent,
  entered: RankedTeam[],
): DemoAlbum[] {
  const runningOrder = entered
    .map((entry) => ({ entry, place: entry.rank + between(random, -14, 14) }))
    .sort((a, b) => a.place - b.place);
  let performanceOrder = 0;
  return runningOrder.map(({ entry: { team } }) => {
    performanceOrder += 1 + Math.floor(random() * 4);
    return {
      key: `${event.key}/${performanceOrder}`,
      eventKey: event.key,
      teamKey: team.key,
      programName: team.programName,
      teamName: team.teamName,
      divisionName: team.divisionBySeason[season] ?? '',
      performanceOrder,
      plannedAt: plannedTime(startOfDay, event.utcOffsetMinutes, performanceOrder),
      discipline: team.discipline,
      palette: team.palette,
    };
  });
}

function plannedTime(startOfDay: Date, utcOffsetMinutes: number, performanceOrder: number): Date {
  const lunch = performanceOrder >= LUNCH_AT_ORDER ? LUNCH_MINUTES : 0;
  const local = FIRST_PERFORMANCE_MINUTES + (performanceOrder - 1) * MINUTES_PER_PERFORMANCE + lunch;
  return new Date(startOfDay.getTime() + (local - utcOffsetMinutes) * 60_000);
}

function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}
