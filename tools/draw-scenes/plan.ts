import type { Palette } from '#server/demo/palettes.ts';
import type { SceneKind } from './scenes.ts';

export type PlannedScene = {
  file: string;
  kind: SceneKind;
  palette: Palette;
  width: number;
  height: number;
  seed: number;
  variant: number;
};

type Shot = readonly [kind: SceneKind, orientation: 'landscape' | 'portrait', seed: number];

const LONG = 1600;
const SHORT = 1067;

const SHOTS: Record<Palette, readonly Shot[]> = {
  azure: [
    ['pyramid', 'landscape', 11],
    ['stunt', 'portrait', 12],
    ['formation', 'landscape', 13],
    ['jump', 'landscape', 14],
    ['award', 'landscape', 15],
    ['basket', 'portrait', 16],
    ['group', 'landscape', 17],
    ['tumble', 'landscape', 18],
  ],
  violet: [
    ['stunt', 'landscape', 21],
    ['formation', 'landscape', 22],
    ['portrait', 'portrait', 23],
    ['tumble', 'landscape', 24],
    ['team', 'landscape', 25],
    ['basket', 'portrait', 26],
    ['jump', 'landscape', 27],
    ['group', 'portrait', 28],
  ],
  red: [
    ['pyramid', 'landscape', 31],
    ['jump', 'landscape', 32],
    ['stunt', 'portrait', 33],
    ['tumble', 'landscape', 34],
    ['award', 'landscape', 35],
    ['stunt', 'landscape', 36],
    ['group', 'landscape', 37],
    ['formation', 'landscape', 38],
  ],
  amber: [
    ['formation', 'landscape', 41],
    ['stunt', 'landscape', 42],
    ['basket', 'landscape', 43],
    ['portrait', 'portrait', 44],
    ['team', 'landscape', 45],
    ['pyramid', 'landscape', 46],
    ['jump', 'landscape', 47],
    ['stunt', 'portrait', 48],
  ],
  rose: [
    ['duo', 'landscape', 51],
    ['leap', 'landscape', 52],
    ['pom', 'landscape', 53],
    ['solo', 'portrait', 54],
    ['hiphop', 'landscape', 55],
    ['team', 'landscape', 56],
    ['kickline', 'landscape', 57],
    ['group', 'landscape', 58],
  ],
  teal: [
    ['leap', 'landscape', 61],
    ['hiphop', 'landscape', 62],
    ['duo', 'portrait', 63],
    ['pom', 'landscape', 64],
    ['solo', 'landscape', 65],
    ['award', 'landscape', 66],
    ['kickline', 'landscape', 67],
    ['group', 'portrait', 68],
  ],
  white: [
    ['beam', 'landscape', 71],
    ['floor', 'landscape', 72],
    ['bars', 'portrait', 73],
    ['podium', 'landscape', 74],
    ['beam', 'portrait', 75],
    ['group', 'landscape', 76],
    ['floor', 'landscape', 77],
  ],
  lime: [
    ['floor', 'landscape', 81],
    ['beam', 'landscape', 82],
    ['podium', 'portrait', 83],
    ['bars', 'landscape', 84],
    ['floor', 'portrait', 85],
    ['group', 'portrait', 86],
    ['beam', 'landscape', 87],
  ],
};

export function planScenes(): PlannedScene[] {
  const numberOf = new Map<SceneKind, number>();
  return (Object.keys(SHOTS) as Palette[]).flatMap((palette) => {
    return SHOTS[palette].map(([kind, orientation, seed]) => {
      const number = (numberOf.get(kind) ?? 0) + 1;
      numberOf.set(kind, number);
      const isLandscape = orientation === 'landscape';
      return {
        file: `${kind}-${String(number).padStart(2, '0')}-${palette}.jpg`,
        kind,
        palette,
        width: isLandscape ? LONG : SHORT,
        height: isLandscape ? SHORT : LONG,
        seed,
        variant: number - 1,
      };
    });
  });
}
