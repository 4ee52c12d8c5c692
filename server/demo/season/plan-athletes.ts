import type { DemoTeam } from '#server/demo/demo-data.types.ts';
import type { SeasonCustomer } from './season-people.ts';
import type { SeasonStep } from './season-plan.types.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './season-times.ts';

const NAMES = ['Wren', 'Juno', 'Tilly', 'Marlow', 'Pippa', 'Soren', 'Isla', 'Bexley', 'Cleo', 'Rory'];
const EVERY = 12;
/** Faces are searched for these many athletes; more would keep the processor busy for minutes. */
const SEARCHED = 3;
/** Scenes with one face that is large enough for a reference photo. */
const PORTRAITS: Partial<Record<DemoTeam['palette'], string>> = {
  violet: 'portrait-01-violet.jpg',
  amber: 'portrait-02-amber.jpg',
  rose: 'solo-01-rose.jpg',
};

type AthleteParts = { until: number; steps: SeasonStep[]; data: { teams: DemoTeam[] } };

/** Some parents name their athlete and consent to the search; a few have added a picture. */
export function planAthletes(
  { until, steps, data }: AthleteParts,
  customers: readonly SeasonCustomer[],
): void {
  const add = (email: string, at: number, name: string, team: DemoTeam | undefined, isSearched: boolean) => {
    steps.push({ kind: 'athlete', at: new Date(at), email, name, teamName: team?.teamName ?? '' });
    const scene = team && PORTRAITS[team.palette];
    if (scene && isSearched)
      steps.push({ kind: 'reference', at: new Date(until - 5 * MINUTE_MS), email, scene });
    return isSearched && scene !== undefined;
  };
  const teamOf = (key: string) => data.teams.find((team) => team.key === key);
  add('parent@encore.test', until - 20 * DAY_MS, 'Maya', teamOf('northshore-elite/lady-comets'), true);
  let searched = 0;
  const joining = steps.flatMap((step) =>
    step.kind === 'join' && step.customer % EVERY === 0 ? [step] : [],
  );
  for (const [index, { at, customer, follows }] of joining.entries()) {
    const [followed] = follows;
    const team = data.teams.find(
      ({ programName, teamName }) => programName === followed?.programName && teamName === followed.teamName,
    );
    const email = customers[customer]?.email ?? '';
    const name = NAMES[index % NAMES.length] ?? '';
    if (add(email, at.getTime() + HOUR_MS, name, team, searched < SEARCHED)) searched += 1;
  }
}
