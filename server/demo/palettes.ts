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

/** The color of the stage behind the athletes, which their uniforms stand out from. */
export const STAGE_COLORS: Record<Palette, string> = {
  azure: '#0f55b8',
  violet: '#5524b8',
  red: '#a3181c',
  amber: '#a4480c',
  rose: '#b01c5c',
  teal: '#0c7f7e',
  white: '#6f88ad',
  lime: '#3d7c88',
};
