import { pick, type Random, seededRandom } from './random.ts';

/** The color of the stage behind the athletes, which their uniforms stand out from. */
const STAGE_COLORS = {
  azure: '#0f55b8',
  violet: '#5524b8',
  red: '#a3181c',
  amber: '#a4480c',
  rose: '#b01c5c',
  teal: '#0c7f7e',
  white: '#6f88ad',
  lime: '#3d7c88',
};
export type Palette = keyof typeof STAGE_COLORS;
export const PALETTES = Object.keys(STAGE_COLORS) as Palette[];

/** The parts of a uniform. A pixel of a zone map holds the number of its part, counted from 1. */
export const ZONES = [
  ...(['top', 'yoke', 'chevron', 'band', 'side', 'center', 'emblem', 'emblem-edge'] as const),
  ...(['sleeve', 'cuff', 'bottom', 'pleat', 'hem', 'ribbon'] as const),
];
export type Zone = (typeof ZONES)[number];

/** The scenes are drawn in uniforms of this gray. */
export const UNDYED = '#b8b8b8';

const FABRICS = [
  ...['#16243f', '#1d3fb4', '#2f86e0', '#7cc4f2', '#0d7f86', '#17b8a6', '#0f6b3c', '#37a83f'],
  ...['#b5d92f', '#f4d21f', '#f29a1a', '#e8591c', '#c8141e', '#7d0f22', '#f0577d', '#f7a8c4'],
  ...['#d0218c', '#7a1f8f', '#4a2a9e', '#b79be6', '#17171c', '#f3f4f8', '#a9b2bf', '#8a5a2b'],
] as const;
const TRIMS = [
  '#ffffff',
  '#ffd23f',
  '#17171c',
  '#cfd6df',
  '#ff7a3d',
  '#8fe3ff',
  '#ffb3d1',
  '#c6f04a',
] as const;

const CUTS = ['classic', 'double', 'yoke', 'sides', 'stripe', 'block', 'flash', 'plain'] as const;
const EMBLEMS = ['none', 'disc', 'ring', 'star', 'badge'] as const;
const SKIRTS = ['whole', 'pleated', 'striped'] as const;
const SLEEVES = ['same', 'other'] as const;

export type TeamLook = {
  main: string;
  second: string;
  trim: string;
  ribbon: string;
  cut: (typeof CUTS)[number];
  emblem: (typeof EMBLEMS)[number];
  skirt: (typeof SKIRTS)[number];
  sleeve: (typeof SLEEVES)[number];
};

/** Two teams whose uniforms are nearer than this in CIELAB would be taken for one another. */
export const MIN_COLOR_DISTANCE = 30;
const MIN_CONTRAST = 45;
const MIN_STAGE_CONTRAST = 34;
const MAX_TRIES = 400;

/** Derives each look from the team's key; a look too close to one before it is drawn again. */
export function buildTeamLooks(teams: readonly { key: string; palette: Palette }[]): Map<string, TeamLook> {
  const looks = new Map<string, TeamLook>();
  for (const { key, palette } of teams) {
    const random = seededRandom(hashOf(key));
    const others = [...looks.values()];
    const isTaken = (look: TeamLook) => others.some((other) => areAlike(look, other));
    let look = drawLook(random, palette);
    for (let tries = 0; isTaken(look); tries += 1) {
      if (tries > MAX_TRIES) throw new Error(`there is no uniform left for ${key}`);
      look = drawLook(random, palette);
    }
    looks.set(key, look);
  }
  return looks;
}

function areAlike(a: TeamLook, b: TeamLook): boolean {
  return patternOf(a) === patternOf(b) || colorDistance(a, b) < MIN_COLOR_DISTANCE;
}

/** The distance of the two large colors of a uniform, and of the same two worn the other way round. */
export function colorDistance(a: TeamLook, b: TeamLook): number {
  const straight = Math.hypot(distance(a.main, b.main), distance(a.second, b.second));
  const crossed = Math.hypot(distance(a.main, b.second), distance(a.second, b.main));
  return Math.min(straight, crossed);
}

export function patternOf({ cut, emblem, skirt, sleeve }: TeamLook): string {
  return [cut, emblem, skirt, sleeve].join(' ');
}

export function zoneColorsOf(look: TeamLook): Record<Zone, string> {
  const { main, second, trim, ribbon, cut, emblem, skirt, sleeve } = look;
  const plain: Record<Zone, string> = {
    top: main,
    yoke: main,
    chevron: main,
    band: main,
    side: main,
    center: main,
    emblem: emblem === 'none' || emblem === 'ring' ? main : emblem === 'badge' ? second : trim,
    'emblem-edge': emblem === 'none' || emblem === 'star' ? main : trim,
    sleeve: sleeve === 'same' ? main : second,
    cuff: trim,
    bottom: second,
    pleat: skirt === 'whole' ? second : skirt === 'pleated' ? main : trim,
    hem: trim,
    ribbon,
  };
  const parts: Record<TeamLook['cut'], Partial<Record<Zone, string>>> = {
    classic: { chevron: trim, band: second },
    double: { chevron: trim, band: trim },
    yoke: { yoke: second, chevron: trim },
    sides: { side: second },
    stripe: { center: trim },
    block: { yoke: second, side: second, sleeve: second },
    flash: { center: second, chevron: trim },
    plain: {},
  };
  return { ...plain, ...parts[cut] };
}

function drawLook(random: Random, palette: Palette): TeamLook {
  const main = pick(
    random,
    FABRICS.filter((one) => distance(one, STAGE_COLORS[palette]) >= MIN_STAGE_CONTRAST),
  );
  const second = pick(
    random,
    FABRICS.filter((one) => distance(one, main) >= MIN_CONTRAST),
  );
  const trims = TRIMS.filter(
    (one) => distance(one, main) >= MIN_CONTRAST && distance(one, second) >= MIN_CONTRAST,
  );
  const trim = pick(random, trims.length > 0 ? trims : TRIMS);
  const cut = pick(random, CUTS);
  return {
    main,
    second,
    trim,
    ribbon: pick(random, [main, second, trim]),
    cut,
    emblem: pick(random, cut === 'plain' ? EMBLEMS.slice(1) : EMBLEMS),
    skirt: pick(random, SKIRTS),
    sleeve: cut === 'block' ? 'other' : pick(random, SLEEVES),
  };
}

function distance(a: string, b: string): number {
  const [first, second] = [labOf(a), labOf(b)];
  return Math.hypot(...first.map((value, index) => value - (second[index] ?? 0)));
}

/** Returns the FNV-1a hash of the text. */
function hashOf(text: string): number {
  return [...text].reduce(
    (hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619),
    2_166_136_261,
  );
}

const known = new Map<string, readonly [number, number, number]>();

/** Converts a color like #1d3fb4 to CIELAB (D65), where equal distances look about equally different. */
export function labOf(color: string): readonly [lightness: number, a: number, b: number] {
  const lab = known.get(color) ?? convert(color);
  known.set(color, lab);
  return lab;
}

function convert(color: string): [number, number, number] {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((start) => {
    const value = Number.parseInt(color.slice(start, start + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  const x = curve((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = curve(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = curve((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function curve(t: number): number {
  return t > 216 / 24389 ? Math.cbrt(t) : (t * 24389) / 27 / 116 + 16 / 116;
}
