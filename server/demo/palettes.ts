export const PALETTES = ['azure', 'violet', 'red', 'amber', 'rose', 'teal', 'white', 'lime'] as const;
export type Palette = (typeof PALETTES)[number];

export const DISCIPLINES = ['cheer', 'dance', 'gymnastics'] as const;
export type Discipline = (typeof DISCIPLINES)[number];

/** A palette belongs to one discipline, so that a gymnast's album never shows a pyramid. */
export const DISCIPLINE_PALETTES: Record<Discipline, readonly Palette[]> = {
  cheer: ['azure', 'violet', 'red', 'amber'],
  dance: ['rose', 'teal'],
  gymnastics: ['white', 'lime'],
};
