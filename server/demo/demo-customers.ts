import type { DemoCustomer, DemoTeam } from '#server/demo/demo-data.types.ts';

export const DEMO_PASSWORD = 'encore-demo';

type CustomerSeed = Omit<DemoCustomer, 'email' | 'teamSearches' | 'country'> & { follows: string[] };

const CUSTOMERS: readonly CustomerSeed[] = [
  {
    key: 'super',
    firstName: 'Demo',
    lastName: 'Super',
    role: 'super',
    birthDate: '1980-01-01',
    city: 'Denver',
    state: 'CO',
    zipCode: '80202',
    follows: [],
  },
  {
    key: 'analyst',
    firstName: 'Demo',
    lastName: 'Analyst',
    role: 'analyst',
    birthDate: '1981-01-01',
    city: 'Columbus',
    state: 'OH',
    zipCode: '43215',
    follows: [],
  },
  {
    key: 'support',
    firstName: 'Demo',
    lastName: 'Support',
    role: 'customer_support',
    birthDate: '1982-01-01',
    city: 'Nashville',
    state: 'TN',
    zipCode: '37203',
    follows: [],
  },
  {
    key: 'parent',
    firstName: 'Demo',
    lastName: 'Parent',
    role: 'authenticated',
    birthDate: '1983-01-01',
    city: 'Milwaukee',
    state: 'WI',
    zipCode: '53202',
    follows: [
      'northshore-elite/royals',
      'northshore-elite/lady-comets',
      'bayline-cheer/tidal',
      'cascade-athletics/onyx',
    ],
  },
  {
    key: 'parent2',
    firstName: 'Second',
    lastName: 'Parent',
    role: 'authenticated',
    birthDate: '1984-01-01',
    city: 'Kansas City',
    state: 'MO',
    zipCode: '64106',
    follows: ['velvet-motion-dance/reverie', 'kestrelwood-gymnastics/talons', 'harbor-heat/ember'],
  },
  {
    key: 'parent3',
    firstName: 'Third',
    lastName: 'Parent',
    role: 'authenticated',
    birthDate: '1985-01-01',
    city: 'Virginia Beach',
    state: 'VA',
    zipCode: '23451',
    follows: ['ironwood-spirit/timber', 'junction-dance-collective/switch'],
  },
];

/** Followed teams enter the newest event so that a first visit shows new albums. */
export const FOLLOWED_TEAM_KEYS: readonly string[] = CUSTOMERS.flatMap((customer) => customer.follows);

export function buildCustomers(teams: readonly DemoTeam[], season: string): DemoCustomer[] {
  const teamByKey = new Map(teams.map((team) => [team.key, team]));
  return CUSTOMERS.map(({ follows, ...customer }) => ({
    ...customer,
    email: `${customer.key}@encore.test`,
    country: 'US',
    teamSearches: follows.map((key) => {
      const team = teamByKey.get(key);
      if (!team) throw new Error(`demo customer follows an unknown team: ${key}`);
      return {
        programName: team.programName,
        teamName: team.teamName,
        divisionName: team.divisionBySeason[season] ?? '',
      };
    }),
  }));
}
