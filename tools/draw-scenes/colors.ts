import { DISCIPLINE_PALETTES, DISCIPLINES, type Discipline, type Palette } from '#server/demo/palettes.ts';

export type Light = {
  /** The backdrop goes from dark to bright. */
  backdrop: readonly [string, string, string];
  beams: readonly [string, string, string];
  floor: readonly [near: string, far: string];
  rim: string;
  key: string;
  shade: string;
};

export const LIGHTS: Record<Palette, Light> = {
  azure: {
    backdrop: ['#06163a', '#0f55b8', '#56c6ff'],
    beams: ['#4fc6ff', '#a6efff', '#6a86ff'],
    floor: ['#0d2c66', '#2f7fd6'],
    rim: '#e4f7ff',
    key: '#bfe6ff',
    shade: '#071a44',
  },
  violet: {
    backdrop: ['#190c3b', '#5524b8', '#cf62ff'],
    beams: ['#b478ff', '#ff7ddb', '#86a8ff'],
    floor: ['#2a1560', '#7a3fd0'],
    rim: '#fbe2ff',
    key: '#ffc6f2',
    shade: '#1c0b45',
  },
  red: {
    backdrop: ['#2a0709', '#a3181c', '#ff6a4f'],
    beams: ['#ff6a55', '#ffd3b0', '#ffffff'],
    floor: ['#4d0d12', '#b5332f'],
    rim: '#fff0e6',
    key: '#ffd5c2',
    shade: '#2c060b',
  },
  amber: {
    backdrop: ['#2c1206', '#a4480c', '#ffc154'],
    beams: ['#ffba55', '#ffe2a0', '#ff7d47'],
    floor: ['#4e220a', '#c0702a'],
    rim: '#fff5da',
    key: '#ffe0a8',
    shade: '#301304',
  },
  rose: {
    backdrop: ['#310a22', '#b01c5c', '#ff7aa2'],
    beams: ['#ff72a0', '#ffc2d6', '#ffd77e'],
    floor: ['#4a0f2e', '#b84477'],
    rim: '#fff0f5',
    key: '#ffd3df',
    shade: '#36071f',
  },
  teal: {
    backdrop: ['#05282b', '#0c7f7e', '#58f0d2'],
    beams: ['#58eed6', '#c4fff3', '#62bcff'],
    floor: ['#083c40', '#1f9c96'],
    rim: '#effffb',
    key: '#c9fff1',
    shade: '#03272b',
  },
  white: {
    backdrop: ['#22304a', '#6f88ad', '#eaf3ff'],
    beams: ['#ffffff', '#dfeaff', '#ffeccb'],
    floor: ['#4b678f', '#a9c3e2'],
    rim: '#ffffff',
    key: '#fff4e0',
    shade: '#1b2740',
  },
  lime: {
    backdrop: ['#142b3a', '#3d7c88', '#d4f2a6'],
    beams: ['#d6ff94', '#f6ffdc', '#8fe9e0'],
    floor: ['#2a4f66', '#8fbcc2'],
    rim: '#fdfff0',
    key: '#f2ffd0',
    shade: '#0f2636',
  },
};

export const SKIN_TONES = [
  ...['#f7dcc6', '#f5d3b8', '#f1c6a3', '#e8b890', '#e3ae85', '#d59b72'],
  ...['#c98c62', '#b67a52', '#a06a45', '#8f5b39', '#80502f', '#673d24'],
] as const;
export const HAIR_TONES = [
  ...['#17120f', '#241812', '#2a1a12', '#3a2418', '#5d3a20'],
  ...['#7a4522', '#8a5126', '#a1461f', '#c4944f', '#dcb878'],
] as const;
/** The darker the skin, the fewer of the light hair tones occur with it. */
export const DARK_HAIR_TONES = HAIR_TONES.slice(0, 5);

export function disciplineOf(palette: Palette): Discipline {
  const discipline = DISCIPLINES.find((candidate) => DISCIPLINE_PALETTES[candidate].includes(palette));
  if (!discipline) throw new Error(`no discipline uses the palette ${palette}`);
  return discipline;
}

export function mix(from: string, to: string, amount: number): string {
  const channels = [1, 3, 5].map((start) => {
    const a = Number.parseInt(from.slice(start, start + 2), 16);
    const b = Number.parseInt(to.slice(start, start + 2), 16);
    return Math.round(a + (b - a) * amount)
      .toString(16)
      .padStart(2, '0');
  });
  return `#${channels.join('')}`;
}
