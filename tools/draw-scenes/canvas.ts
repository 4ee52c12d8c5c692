import type { Palette } from '#server/demo/palettes.ts';
import { between, pick, type Random } from '#server/demo/seeded-random.ts';
import type { Outfit } from './body.ts';
import { DARK_HAIR_TONES, HAIR_TONES, LIGHTS, type Light, SKIN_TONES } from './colors.ts';
import { drawFigure, type Figure, type FigureOptions } from './figure.ts';
import { type Point, round } from './geometry.ts';
import type { HairStyle } from './head.ts';

type Given = 'light' | 'random' | 'skin' | 'hairColor' | 'outfit';
export type Athlete = Omit<FigureOptions, Given> &
  Partial<Pick<FigureOptions, Given>> & { noReflection?: boolean };

export type CanvasOptions = {
  width: number;
  height: number;
  horizon: number;
  palette: Palette;
  outfit: Outfit;
  random: Random;
  /** Pictures of the same kind count up from 0 so that each shows a different pose. */
  variant: number;
};

/** Collects figures, their shadows and reflections in painting order. */
export type Canvas = CanvasOptions & {
  light: Light;
  /** Maps a depth to a y position: 0 is the horizon, 1 is the lower edge of the picture. */
  floorAt: (depth: number) => number;
  add: (athlete: Athlete) => Figure;
  addBehind: (athlete: Athlete) => Figure;
  prop: (svg: string) => void;
  shadow: (x: number, y: number, halfWidth: number) => void;
  /** A crop must not cut off these heads, hands and feet. */
  landmarks: Point[];
  layers: { behind: string[]; shadows: string[]; reflections: string[]; front: string[] };
};

export function createCanvas(options: CanvasOptions): Canvas {
  const { height, horizon, palette, outfit, random } = options;
  const light = LIGHTS[palette];
  const layers: Canvas['layers'] = { behind: [], shadows: [], reflections: [], front: [] };
  const landmarks: Point[] = [];
  const draw = (athlete: Athlete): Figure =>
    drawFigure({
      light,
      random,
      outfit,
      ...castLooks(random, outfit),
      ...athlete,
    });
  return {
    ...options,
    light,
    layers,
    landmarks,
    floorAt: (depth) => horizon + (height - horizon) * depth,
    add: (athlete) => {
      const figure = draw(athlete);
      layers.front.push(figure.svg);
      const pom = athlete.hasPoms ? athlete.height * 0.07 : 0;
      const crown: Point = [figure.head[0], figure.head[1] - athlete.height * 0.09];
      landmarks.push(crown, ...figure.feet, ...figure.hands.map(([x, y]): Point => [x, y - pom]));
      if (!athlete.noReflection && (athlete.anchor ?? 'feet') !== 'hip') {
        layers.reflections.push(
          `<g transform="translate(0 ${round(athlete.y * 2)}) scale(1 -1)">${figure.svg.replaceAll(' filter="url(#lit)"', '')}</g>`,
        );
      }
      return figure;
    },
    addBehind: (athlete) => {
      const figure = draw({ haze: 0.5, ...athlete });
      layers.behind.push(figure.svg);
      return figure;
    },
    prop: (svg) => {
      layers.front.push(svg);
    },
    shadow: (x, y, halfWidth) => {
      layers.shadows.push(
        `<ellipse cx="${round(x)}" cy="${round(y)}" rx="${round(halfWidth)}" ry="${round(halfWidth * 0.15)}" fill="${light.shade}" opacity="0.6"/>`,
      );
    },
  };
}

const HAIR_STYLES: Record<Outfit, readonly HairStyle[]> = {
  cheer: ['bow', 'bow', 'bow', 'braids', 'puffs', 'pony'],
  dance: ['bun', 'bun', 'pony', 'puffs', 'braids'],
  leotard: ['bun', 'bun', 'braids', 'puffs', 'pony'],
  streetwear: ['loose', 'pony', 'puffs', 'braids', 'short'],
};

/** Each athlete of a team has a skin, a hair, a build and an age of their own. */
function castLooks(random: Random, outfit: Outfit) {
  const tone = Math.floor(random() * SKIN_TONES.length);
  return {
    skin: SKIN_TONES[tone] ?? SKIN_TONES[0],
    hairColor: pick(random, tone < 5 ? HAIR_TONES : DARK_HAIR_TONES),
    hair: pick(random, HAIR_STYLES[outfit]),
    build: between(random, 0.94, 1.2),
    headSize: between(random, 1, 1.14),
  };
}

export function variantOf<T>({ variant }: Canvas, choices: readonly T[]): T {
  return choices[variant % choices.length] as T;
}
