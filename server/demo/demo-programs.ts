import type { Discipline, Palette } from '#server/demo/palettes.ts';

export type TeamSeed = {
  name: string;
  palette: Palette;
  age: 'Tiny' | 'Mini' | 'Youth' | 'Junior' | 'Senior' | 'Open';
  /** Cheer and gymnastics teams have a level from 1 to 9; dance teams have a style instead. */
  level: number;
  style: string;
  size: string;
};

export type ProgramSeed = { name: string; discipline: Discipline; teams: TeamSeed[] };

type Age = TeamSeed['age'];
type Size = 'Small' | 'Medium' | 'Large';

function cheerTeam(name: string, palette: Palette, age: Age, level: number, size: Size): TeamSeed {
  return { name, palette, age, level, style: '', size };
}

function danceTeam(name: string, palette: Palette, age: Age, style: string, size: Size): TeamSeed {
  return { name, palette, age, level: 0, style, size };
}

function gymTeam(name: string, palette: Palette, age: Age, level: number): TeamSeed {
  return { name, palette, age, level, style: '', size: '' };
}

const CHEER: ProgramSeed[] = [
  {
    name: 'Northshore Elite',
    discipline: 'cheer',
    teams: [
      cheerTeam('Royals', 'azure', 'Senior', 4, 'Medium'),
      cheerTeam('Lady Comets', 'violet', 'Junior', 3, 'Small'),
      cheerTeam('Starlings', 'azure', 'Youth', 1, 'Small'),
    ],
  },
  {
    name: 'Bayline Cheer',
    discipline: 'cheer',
    teams: [
      cheerTeam('Tidal', 'azure', 'Senior', 3, 'Large'),
      cheerTeam('Riptide', 'violet', 'Junior', 2, 'Medium'),
      cheerTeam('Sandpipers', 'amber', 'Mini', 1, 'Small'),
    ],
  },
  {
    name: 'Cascade Athletics',
    discipline: 'cheer',
    teams: [
      cheerTeam('Onyx', 'violet', 'Senior', 5, 'Small'),
      cheerTeam('Obsidian', 'red', 'Junior', 4, 'Medium'),
      cheerTeam('Quartz', 'azure', 'Youth', 2, 'Small'),
    ],
  },
  {
    name: 'Harbor Heat',
    discipline: 'cheer',
    teams: [
      cheerTeam('Ember', 'red', 'Senior', 2, 'Medium'),
      cheerTeam('Blaze', 'amber', 'Junior', 3, 'Medium'),
      cheerTeam('Sparks', 'red', 'Tiny', 1, 'Small'),
    ],
  },
  {
    name: 'Ironwood Spirit',
    discipline: 'cheer',
    teams: [
      cheerTeam('Timber', 'amber', 'Senior', 4, 'Small'),
      cheerTeam('Sagebrush', 'azure', 'Junior', 1, 'Small'),
      cheerTeam('Acorns', 'amber', 'Mini', 1, 'Medium'),
    ],
  },
  {
    name: 'Prairie Gale Allstars',
    discipline: 'cheer',
    teams: [
      cheerTeam('Thunderheads', 'violet', 'Open', 6, 'Small'),
      cheerTeam('Twisters', 'azure', 'Youth', 3, 'Medium'),
    ],
  },
  {
    name: 'Redmesa Allstars',
    discipline: 'cheer',
    teams: [
      cheerTeam('Canyon', 'red', 'Senior', 3, 'Medium'),
      cheerTeam('Arroyo', 'amber', 'Junior', 2, 'Small'),
      cheerTeam('Pebbles', 'red', 'Tiny', 1, 'Small'),
    ],
  },
  {
    name: 'Silvermere Cheer Co',
    discipline: 'cheer',
    teams: [
      cheerTeam('Sterling', 'azure', 'Senior', 5, 'Large'),
      cheerTeam('Mercury', 'violet', 'Junior', 4, 'Small'),
      cheerTeam('Chrome', 'azure', 'Youth', 2, 'Medium'),
      cheerTeam('Thimbles', 'violet', 'Tiny', 1, 'Small'),
    ],
  },
  {
    name: 'Granite Row Cheer',
    discipline: 'cheer',
    teams: [
      cheerTeam('Apex', 'red', 'Open', 5, 'Medium'),
      cheerTeam('Crest', 'violet', 'Junior', 3, 'Large'),
      cheerTeam('Boulders', 'amber', 'Youth', 1, 'Medium'),
    ],
  },
  {
    name: 'Emberfield Elite',
    discipline: 'cheer',
    teams: [
      cheerTeam('Firebirds', 'amber', 'Senior', 6, 'Medium'),
      cheerTeam('Cinders', 'red', 'Junior', 2, 'Large'),
      cheerTeam('Flare', 'amber', 'Youth', 2, 'Small'),
    ],
  },
];

const DANCE: ProgramSeed[] = [
  {
    name: 'Velvet Motion Dance',
    discipline: 'dance',
    teams: [
      danceTeam('Reverie', 'rose', 'Senior', 'Jazz', 'Medium'),
      danceTeam('Cadence', 'teal', 'Junior', 'Pom', 'Small'),
      danceTeam('Little Notes', 'rose', 'Mini', 'Jazz', 'Small'),
    ],
  },
  {
    name: 'Junction Dance Collective',
    discipline: 'dance',
    teams: [
      danceTeam('Switch', 'teal', 'Senior', 'Hip Hop', 'Large'),
      danceTeam('Offbeat', 'rose', 'Junior', 'Hip Hop', 'Medium'),
      danceTeam('Loop', 'teal', 'Youth', 'Hip Hop', 'Small'),
    ],
  },
  {
    name: 'Marigold Row Dance Academy',
    discipline: 'dance',
    teams: [
      danceTeam('Saffron', 'rose', 'Senior', 'Pom', 'Large'),
      danceTeam('Bloom', 'rose', 'Junior', 'Jazz', 'Medium'),
      danceTeam('Petals', 'teal', 'Tiny', 'Pom', 'Small'),
    ],
  },
  {
    name: 'Eastgate Dance Project',
    discipline: 'dance',
    teams: [
      danceTeam('Pulse', 'teal', 'Open', 'Hip Hop', 'Medium'),
      danceTeam('Echo', 'rose', 'Youth', 'Pom', 'Medium'),
    ],
  },
  {
    name: 'Copperline Studio',
    discipline: 'dance',
    teams: [
      danceTeam('Patina', 'teal', 'Senior', 'Jazz', 'Small'),
      danceTeam('Filament', 'rose', 'Junior', 'Pom', 'Large'),
      danceTeam('Kindle', 'rose', 'Youth', 'Jazz', 'Small'),
    ],
  },
  {
    name: 'Lumen Street Dance',
    discipline: 'dance',
    teams: [
      danceTeam('Prism', 'teal', 'Senior', 'Pom', 'Medium'),
      danceTeam('Halo', 'rose', 'Junior', 'Jazz', 'Small'),
      danceTeam('Glimmer', 'teal', 'Mini', 'Pom', 'Small'),
    ],
  },
  {
    name: 'Willowmere Dance',
    discipline: 'dance',
    teams: [
      danceTeam('Cygnets', 'rose', 'Youth', 'Jazz', 'Medium'),
      danceTeam('Reeds', 'teal', 'Junior', 'Jazz', 'Large'),
    ],
  },
  {
    name: 'Tempo House Dance',
    discipline: 'dance',
    teams: [
      danceTeam('Allegro', 'rose', 'Senior', 'Hip Hop', 'Small'),
      danceTeam('Vivace', 'teal', 'Junior', 'Hip Hop', 'Small'),
      danceTeam('Presto', 'rose', 'Youth', 'Hip Hop', 'Medium'),
    ],
  },
];

const GYMNASTICS: ProgramSeed[] = [
  {
    name: 'Kestrelwood Gymnastics',
    discipline: 'gymnastics',
    teams: [
      gymTeam('Talons', 'white', 'Senior', 9),
      gymTeam('Skylarks', 'lime', 'Junior', 6),
      gymTeam('Fledglings', 'lime', 'Youth', 3),
    ],
  },
  {
    name: 'Stonearch Gymnastics',
    discipline: 'gymnastics',
    teams: [
      gymTeam('Keystones', 'white', 'Senior', 8),
      gymTeam('Pillars', 'white', 'Junior', 5),
      gymTeam('Cobbles', 'lime', 'Youth', 2),
    ],
  },
  {
    name: 'Clearbrook Gymnastics',
    discipline: 'gymnastics',
    teams: [
      gymTeam('Rapids', 'lime', 'Senior', 7),
      gymTeam('Currents', 'white', 'Junior', 6),
      gymTeam('Springs', 'lime', 'Youth', 4),
      gymTeam('Minnows', 'white', 'Mini', 1),
    ],
  },
  {
    name: 'Summerlea Gymnastics',
    discipline: 'gymnastics',
    teams: [
      gymTeam('Meadowhawks', 'lime', 'Senior', 8),
      gymTeam('Clover', 'lime', 'Junior', 5),
      gymTeam('Daisies', 'white', 'Mini', 2),
    ],
  },
  {
    name: 'Polarfield Gymnastics',
    discipline: 'gymnastics',
    teams: [
      gymTeam('Aurora', 'white', 'Open', 9),
      gymTeam('Orion', 'white', 'Senior', 7),
      gymTeam('Lyra', 'lime', 'Junior', 4),
      gymTeam('Vega', 'white', 'Youth', 3),
    ],
  },
  {
    name: 'Foxglove Tumbling',
    discipline: 'gymnastics',
    teams: [
      gymTeam('Bluebells', 'lime', 'Senior', 6),
      gymTeam('Thistles', 'white', 'Junior', 5),
      gymTeam('Ferns', 'lime', 'Youth', 3),
    ],
  },
];

export const PROGRAMS: readonly ProgramSeed[] = [...CHEER, ...DANCE, ...GYMNASTICS];
