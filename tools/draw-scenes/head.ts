import { round } from './geometry.ts';

export type Facing = 'front' | 'back' | 'left' | 'right';
export type HairStyle = 'bow' | 'pony' | 'bun' | 'loose' | 'braids' | 'puffs' | 'short';

export type HeadOptions = {
  facing: Facing;
  hair: HairStyle;
  skin: string;
  skinShade: string;
  hairColor: string;
  hairShine: string;
  trim: string;
  /** A value of -1 looks left in the picture, 1 looks right. */
  look: number;
  /** Small figures get no features because a camera would not resolve them at that size. */
  hasFeatures: boolean;
  eyes: string;
};

/** Draws an upright head about 13 units high around the origin. */
export function drawHead(options: HeadOptions): string {
  if (options.facing === 'back') return drawBackOfHead(options);
  if (options.facing === 'front') return drawFrontOfHead(options);
  const flip = options.facing === 'left' ? -1 : 1;
  return `<g transform="scale(${flip} 1)">${drawProfile(options)}</g>`;
}

/** Draws the hair that hangs behind the body; `sway` bends it sideways. */
export function drawTail(options: HeadOptions, sway: number): string {
  const { hair, hairColor, facing } = options;
  if (hair === 'braids') return drawBraids(options, sway);
  if (hair === 'bun' || hair === 'puffs' || hair === 'short' || facing === 'back') return '';
  const x = facing === 'right' ? -4.4 : facing === 'left' ? 4.4 : 0;
  const drop = hair === 'loose' ? 12 : 14;
  const width = hair === 'loose' ? 5.6 : 2.6;
  const top = facing === 'front' && hair !== 'loose' ? -6 : -3;
  const end = x * 1.5 + sway;
  return path(
    `M${x - width} ${top}C${round(x - width * 1.5 + sway * 0.2)} ${top + drop * 0.45} ${round(end - width)} ${top + drop * 0.7} ${round(end)} ${top + drop}` +
      `C${round(end + width * 0.9)} ${top + drop * 0.75} ${round(x + width * 1.4 + sway * 0.3)} ${top + drop * 0.4} ${x + width} ${top}Z`,
    hairColor,
  );
}

/** Two braids in a front or back view, one in a profile. */
function drawBraids({ facing, hairColor, hairShine, trim }: HeadOptions, sway: number): string {
  const sides = facing === 'right' ? [-1] : facing === 'left' ? [1] : [-1, 1];
  return sides
    .map((side) => {
      const knots = [0, 1, 2, 3, 4].map((knot) => {
        const x = side * (5 + knot * 0.35) + (sway * knot) / 9;
        const y = 1.5 + knot * 2.5;
        const size = 1.75 - knot * 0.16;
        return `${circle(x, y, size, hairColor)}<path d="M${round(x - size * 0.6)} ${round(y)}Q${round(x)} ${round(y + 0.9)} ${round(x + size * 0.6)} ${round(y)}" fill="none" stroke="${hairShine}" stroke-width="0.3"/>`;
      });
      const end = 5 + 1.75;
      return `${knots.join('')}${circle(side * end + (sway * 5) / 9, 13.6, 0.95, trim)}`;
    })
    .join('');
}

function drawPuffs(hairColor: string, hairShine: string, xs: readonly number[]): string {
  return xs
    .map((x) => {
      const curls = [0, 60, 120, 180, 240, 300].map((degrees) => {
        const angle = (degrees * Math.PI) / 180;
        return circle(x + Math.cos(angle) * 1.7, -6.4 + Math.sin(angle) * 1.7, 1.5, hairColor);
      });
      return `${curls.join('')}${circle(x, -6.4, 2.2, hairColor)}${circle(x - 0.7, -7.2, 0.5, hairShine)}`;
    })
    .join('');
}

function drawFrontOfHead(options: HeadOptions): string {
  const { skin, skinShade, hairColor, hairShine, look, hair } = options;
  const shift = look * 1.1;
  return [
    hair === 'bun' ? circle(0, -6.9, 2.9, hairColor) : '',
    hair === 'puffs' ? drawPuffs(hairColor, hairShine, [-4.1, 4.1]) : '',
    hair === 'short' ? circle(0, -1.6, 6, hairColor) : '',
    `<ellipse cx="0" cy="-0.9" rx="5.5" ry="6.2" fill="${hairColor}"/>`,
    circle(-4.7, 0.9, 1.1, skinShade),
    circle(4.7, 0.9, 1.1, skinShade),
    path('M-4.5 -1.2C-4.7 -6 4.7 -6 4.5 -1.2C4.5 2.4 2.6 6 0 6.2C-2.6 6 -4.5 2.4 -4.5 -1.2Z', skin),
    path(
      `M-5.1 0.6C-6 -8.6 6 -8.6 5.1 0.6C4.7 -1.6 ${round(3.4 + shift)} -3.6 ${round(0.6 + shift)} -4C${round(-2.4 + shift)} -3.9 -4.5 -2 -5.1 0.6Z`,
      hairColor,
    ),
    path('M-3.4 -5.6C-1.6 -7 1.8 -7 3.4 -5.4C1.8 -6.2 -1.4 -6.3 -3.4 -5.6Z', hairShine),
    hair === 'bow' ? drawBow(0, -7.3, options.trim, 1) : '',
    options.hasFeatures ? drawFeatures(options, shift) : '',
  ].join('');
}

function drawFeatures({ skinShade, eyes, hairColor }: HeadOptions, shift: number): string {
  const eye = (x: number) =>
    `<ellipse cx="${round(x + shift)}" cy="0.35" rx="0.95" ry="0.62" fill="#fbf7f2"/>` +
    `<circle cx="${round(x + shift)}" cy="0.35" r="0.6" fill="${eyes}"/>` +
    path(
      `M${round(x - 1.15 + shift)} 0.2Q${round(x + shift)} -0.85 ${round(x + 1.15 + shift)} 0.2Q${round(x + shift)} -0.4 ${round(x - 1.15 + shift)} 0.2Z`,
      '#1c1210',
    );
  const brow = (x: number, outward: number) =>
    `<path d="M${round(x - 1.2 + shift)} ${round(-1.35 - outward * 0.16)}Q${round(x + shift)} -2 ${round(x + 1.2 + shift)} ${round(-1.35 + outward * 0.16)}" fill="none" stroke="${hairColor}" stroke-width="0.36" stroke-linecap="round"/>`;
  return [
    `<ellipse cx="${round(-2.6 + shift)}" cy="2" rx="1.1" ry="0.75" fill="#ff6b6b" opacity="0.2"/>`,
    `<ellipse cx="${round(2.6 + shift)}" cy="2" rx="1.1" ry="0.75" fill="#ff6b6b" opacity="0.2"/>`,
    brow(-1.95, -1),
    brow(1.95, 1),
    eye(-1.95),
    eye(1.95),
    `<path d="M${round(-0.55 + shift * 1.3)} 2.1Q${round(shift * 1.3)} 2.5 ${round(0.55 + shift * 1.3)} 2.1" fill="none" stroke="${skinShade}" stroke-width="0.4" stroke-linecap="round"/>`,
    path(
      `M${round(-1.9 + shift)} 3.3Q${round(shift)} 3.75 ${round(1.9 + shift)} 3.3Q${round(shift)} 5.3 ${round(-1.9 + shift)} 3.3Z`,
      '#8d2b35',
    ),
    path(
      `M${round(-1.6 + shift)} 3.42Q${round(shift)} 3.8 ${round(1.6 + shift)} 3.42Q${round(shift)} 4.5 ${round(-1.6 + shift)} 3.42Z`,
      '#fffdf9',
    ),
  ].join('');
}

function drawProfile(options: HeadOptions): string {
  const { skin, skinShade, hairColor, hairShine, hair, hasFeatures } = options;
  return [
    hair === 'bun' ? circle(-5.6, -3, 2.7, hairColor) : '',
    hair === 'puffs' ? drawPuffs(hairColor, hairShine, [-3.6]) : '',
    path(
      'M0 -5.9C3 -6 4.5 -3.8 4.4 -1.9C4.4 -1.2 5.3 0.3 5.5 0.9C5.5 1.3 4.8 1.4 4.7 1.6C4.9 2.2 4.9 2.7 4.6 3C4.8 4.6 4 5.8 2.5 5.8C0.5 5.6 -1.6 4.4 -2.6 3.4Z',
      skin,
    ),
    path(
      'M3.3 -5C-0.5 -8.8 -7.2 -5.6 -5.8 0.7C-5.4 2.9 -4 4.2 -2.8 4C-2 2.6 -1.6 1 -0.4 -0.2C1 -1.4 2.2 -3.2 3.9 -4.1Z',
      hairColor,
    ),
    path('M1.6 -5.9C-1 -7 -4 -5.6 -4.6 -2.6C-3.4 -4.8 -1 -6 1.6 -5.9Z', hairShine),
    circle(-0.9, 0.9, 1.1, skinShade),
    hair === 'bow' ? drawBow(-3.2, -6.2, options.trim, 0.8) : '',
    hasFeatures
      ? path('M2.5 -0.2Q3.2 -0.9 4 -0.3Q3.3 0.3 2.5 -0.2Z', '#1c1210') +
        '<path d="M3 3.1Q3.9 3.4 4.6 2.9" fill="none" stroke="#8d2b35" stroke-width="0.45" stroke-linecap="round"/>' +
        `<path d="M2.3 -1.7Q3.2 -2.3 4.1 -1.7" fill="none" stroke="${hairColor}" stroke-width="0.36"/>`
      : '',
  ].join('');
}

function drawBackOfHead({ hairColor, hairShine, skinShade, hair, trim }: HeadOptions): string {
  return [
    circle(-4.8, 1.1, 1, skinShade),
    circle(4.8, 1.1, 1, skinShade),
    path('M-5.2 -1C-5.4 -8 5.4 -8 5.2 -1C5.2 3 3 5.2 0 5.2C-3 5.2 -5.2 3 -5.2 -1Z', hairColor),
    path('M-3.2 -5.4C-1.6 -6.6 1.8 -6.6 3.2 -5.2C1.8 -6 -1.4 -6 -3.2 -5.4Z', hairShine),
    hair === 'bun'
      ? circle(0, -2.4, 3, hairColor)
      : hair === 'puffs' || hair === 'short' || hair === 'braids'
        ? ''
        : path('M-1.8 -3.4C-3 4 -2.4 9 0.3 13C2.8 9 3.2 3 1.8 -3.4Z', hairColor),
    hair === 'puffs' ? drawPuffs(hairColor, hairShine, [-4.1, 4.1]) : '',
    hair === 'bow' ? drawBow(0, -3.6, trim, 1.05) : '',
  ].join('');
}

function drawBow(x: number, y: number, color: string, size: number): string {
  const loop = (side: number) =>
    `M0 0C${1.6 * side} -2.6 ${4.4 * side} -2.9 ${4.4 * side} -0.9C${4.5 * side} 1.4 ${1.8 * side} 1.3 0 0Z`;
  return (
    `<g transform="translate(${x} ${y}) scale(${size})">${path(loop(1), color)}${path(loop(-1), color)}` +
    `${circle(0, 0, 0.95, color)}</g>`
  );
}

function path(d: string, fill: string): string {
  return `<path d="${d}" fill="${fill}"/>`;
}

function circle(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${fill}"/>`;
}
