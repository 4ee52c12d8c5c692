import catalogue from './catalogue.json' with { type: 'json' };
import type { Palette } from './pictures.ts';

const DAY_MS = 86_400_000;
const FIRST_PERFORMANCE_MINUTES = 8 * 60;
const MINUTES_PER_PERFORMANCE = 9;
const LUNCH_AT_ORDER = 25;
const LUNCH_MINUTES = 45;

type SeriesSeason = {
  name: string;
  weeksFromNewest: number;
  archived?: boolean;
  hasDefaultPrices?: boolean;
  /** Names the team that performs at each place of the order. */
  runningOrder: Record<string, string | undefined>;
};
export type DemoTeam = ReturnType<typeof buildTeams>[number];
type DemoEvent = ReturnType<typeof buildEvents>[number];
export type DemoAlbum = ReturnType<typeof buildAlbums>[number];
export type DemoData = ReturnType<typeof buildDemoData>;

/** Names an album of the demo data in the database. */
export function demoIdentifier(album: Pick<DemoAlbum, 'eventKey' | 'performanceOrder'>): string {
  return `${album.eventKey}-${album.performanceOrder}`;
}

/** Returns the same data for the same day; all dates follow `today`. */
export function buildDemoData({ today }: { today: Date }) {
  const teams = buildTeams();
  const events = buildEvents(today);
  const albums = events.flatMap((event) => buildAlbums(event, teams));
  return { events, teams, albums, logIns: catalogue.logIns };
}

function buildTeams() {
  return catalogue.programs.flatMap(({ name: programName, teams }) =>
    teams.map(({ name: teamName, division, lastDivision = division, palette, ...look }) => ({
      key: `${programName}/${teamName}`,
      programName,
      teamName,
      division,
      lastDivision,
      palette: palette as Palette,
      look,
    })),
  );
}

/** Every series takes place once per season. The newest one was on the latest weekend that is at least two days ago. */
function buildEvents(today: Date) {
  const midnight = new Date(today.getTime() - (today.getTime() % DAY_MS));
  const days = [2, 3, 4, 5, 6].map((back) => addDays(midnight, -back));
  const newest = days.find((day) => [0, 5, 6].includes(day.getUTCDay())) as Date;
  const firstYear = today.getUTCMonth() >= 6 ? today.getUTCFullYear() : today.getUTCFullYear() - 1;
  return [firstYear - 1, firstYear].flatMap((year) =>
    catalogue.series.map(({ key, brand, lastSeason, thisSeason, ...place }) => {
      const isThisSeason = year === firstYear;
      const {
        name,
        weeksFromNewest,
        archived = false,
        ...own
      }: SeriesSeason = isThisSeason ? thisSeason : lastSeason;
      const season = `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
      const day = dayOfSeries(newest, weeksFromNewest);
      return {
        ...own,
        key: `${key}-${season}`,
        season,
        isThisSeason,
        startsAt: midnightAt(place.timeZone, day),
        /** The albums of a future event are a running order without photos. */
        isPhotographed: day < midnight,
        fields: {
          ...place,
          ...catalogue.brands[brand as keyof typeof catalogue.brands],
          name: `${day.getUTCFullYear()} ${name}`,
          startDate: day.toISOString().slice(0, 10),
          archived,
        },
      };
    }),
  );
}

/** Earlier and later events are on Saturdays. */
function dayOfSeries(newest: Date, weeks: number): Date {
  const day = addDays(newest, weeks * 7);
  return weeks === 0 ? newest : addDays(day, 6 - (day.getUTCDay() || 7));
}

function addDays(day: Date, days: number): Date {
  return new Date(day.getTime() + days * DAY_MS);
}

function buildAlbums({ key: eventKey, runningOrder, ...event }: DemoEvent, teams: DemoTeam[]) {
  return Object.entries(runningOrder).map(([place, name]) => {
    const performanceOrder = Number(place);
    const lunch = performanceOrder >= LUNCH_AT_ORDER ? LUNCH_MINUTES : 0;
    const minutes = FIRST_PERFORMANCE_MINUTES + (performanceOrder - 1) * MINUTES_PER_PERFORMANCE + lunch;
    const team = teams.find(({ key }) => key === name);
    if (!team) throw new Error(`the catalogue has no team ${name}`);
    return {
      eventKey,
      teamKey: team.key,
      programName: team.programName,
      teamName: team.teamName,
      divisionName: event.isThisSeason ? team.division : team.lastDivision,
      performanceOrder,
      plannedAt: new Date(event.startsAt.getTime() + minutes * 60_000),
      palette: team.palette,
      look: team.look,
      teamNumber: teams.indexOf(team),
      isPhotographed: event.isPhotographed,
      isSold: event.isPhotographed && !event.fields.archived,
    };
  });
}

/** Returns the midnight at the venue by which the clocks go in the afternoon. */
function midnightAt(timeZone: string, day: Date): Date {
  const afternoon = new Date(day.getTime() + 18 * 3_600_000);
  const local = new Date(`${afternoon.toLocaleString('sv-SE', { timeZone })}Z`);
  return new Date(day.getTime() - (local.getTime() - afternoon.getTime()));
}
