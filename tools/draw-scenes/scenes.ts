import type { Palette } from '#server/demo/palettes.ts';
import { between, seededRandom } from '#server/demo/seeded-random.ts';
import type { Zone } from '#server/demo/team-look.ts';
import type { Outfit } from './body.ts';
import { type Canvas, createCanvas } from './canvas.ts';
import { disciplineOf } from './colors.ts';
import {
  composeBasket,
  composeFormation,
  composeJump,
  composePortrait,
  composePyramid,
  composeStunt,
  composeTumble,
} from './compositions.cheer.ts';
import {
  composeDuo,
  composeHipHop,
  composeKickLine,
  composeLeap,
  composePomLine,
  composeSolo,
} from './compositions.dance.ts';
import { composeBars, composeBeam, composeFloor, composePodium } from './compositions.gymnastics.ts';
import { composeAward, composeGroup, composeTeam } from './compositions.moments.ts';
import { sceneDefs } from './filters.ts';
import {
  type Backdrop,
  drawAudience,
  drawBackdrop,
  drawBeams,
  drawConfetti,
  drawFloor,
  drawTruss,
} from './stage.ts';
import { drawZoneMap, fogOf, putInColors } from './zones.ts';

type Composition = {
  compose: (canvas: Canvas) => void;
  horizon: number;
  hasConfetti?: boolean;
  hasAudience?: boolean;
};

const COMPOSITIONS = {
  stunt: { compose: composeStunt, horizon: 0.7 },
  pyramid: { compose: composePyramid, horizon: 0.68, hasAudience: true },
  formation: { compose: composeFormation, horizon: 0.56 },
  jump: { compose: composeJump, horizon: 0.64 },
  basket: { compose: composeBasket, horizon: 0.74, hasAudience: true },
  tumble: { compose: composeTumble, horizon: 0.62 },
  award: { compose: composeAward, horizon: 0.62, hasConfetti: true },
  team: { compose: composeTeam, horizon: 0.6, hasConfetti: true },
  group: { compose: composeGroup, horizon: 0.58 },
  portrait: { compose: composePortrait, horizon: 0.7 },
  duo: { compose: composeDuo, horizon: 0.66 },
  leap: { compose: composeLeap, horizon: 0.68 },
  pom: { compose: composePomLine, horizon: 0.58 },
  kickline: { compose: composeKickLine, horizon: 0.62 },
  hiphop: { compose: composeHipHop, horizon: 0.6 },
  solo: { compose: composeSolo, horizon: 0.68 },
  beam: { compose: composeBeam, horizon: 0.66 },
  floor: { compose: composeFloor, horizon: 0.64 },
  bars: { compose: composeBars, horizon: 0.74 },
  podium: { compose: composePodium, horizon: 0.7, hasConfetti: true },
} satisfies Record<string, Composition>;

export type SceneKind = keyof typeof COMPOSITIONS;
export type SceneOptions = {
  kind: SceneKind;
  palette: Palette;
  width: number;
  height: number;
  seed: number;
  variant: number;
};

export type SubjectBox = { left: number; top: number; width: number; height: number };
export type DrawnScene = {
  svg: string;
  /** The parts of the uniforms, for `dressScene`. */
  zoneMap: string;
  /** The color of the haze in front of athletes far away. */
  fog: string;
  subject: SubjectBox;
};

const STAGING = {
  cheer: { backdrop: 'screen', outfit: 'cheer' },
  dance: { backdrop: 'curtain', outfit: 'dance' },
  gymnastics: { backdrop: 'arena', outfit: 'leotard' },
} as const satisfies Record<string, { backdrop: Backdrop; outfit: Outfit }>;

/** Without colors of a team its uniforms are gray. */
export function drawScene(
  { kind, palette, width, height, seed, variant }: SceneOptions,
  colors?: Readonly<Record<Zone, string>>,
): DrawnScene {
  const random = seededRandom(seed);
  const composition: Composition = COMPOSITIONS[kind];
  const { backdrop, outfit } = STAGING[disciplineOf(palette)];
  const horizon = height * composition.horizon;
  const canvas = createCanvas({ width, height, horizon, palette, outfit, random, variant });
  const stage = {
    width,
    height,
    horizon,
    backdrop,
    random,
    light: canvas.light,
    center: width * between(random, 0.42, 0.58),
  };
  const keySide = random() < 0.5 ? 1 : -1;
  const backdropSvg = drawBackdrop(stage);
  const beams = drawBeams(stage);
  composition.compose(canvas);
  const { behind, shadows, reflections, front } = canvas.layers;
  const confetti = composition.hasConfetti ? drawConfetti(stage) : '';
  const audience = composition.hasAudience ? drawAudience(stage) : '';
  const cover = (attributes: string) => `<rect width="${width}" height="${height}" ${attributes}/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
${sceneDefs({ width, height, light: canvas.light, seed, keySide })}
${backdropSvg}${drawTruss(stage)}${beams}${drawFloor(stage)}
<g filter="url(#blur-1)">${behind.join('')}</g>
${cover('filter="url(#haze)" opacity="0.16" style="mix-blend-mode:screen"')}
<g filter="url(#blur-2)" opacity="0.22">${reflections.join('')}</g>
<g filter="url(#blur-2)">${shadows.join('')}</g>
<g>${front.join('')}</g>
<g opacity="0.3" filter="url(#blur-4)">${beams}</g>
${confetti}
${audience}
${cover('fill="url(#vignette)"')}
${cover('filter="url(#grain)" opacity="0.1" style="mix-blend-mode:overlay"')}
</svg>`;
  return {
    svg: putInColors(svg, canvas.light, colors),
    zoneMap: drawZoneMap([...behind, ...front, confetti, audience], { width, height }),
    fog: fogOf(canvas.light),
    subject: boundsOf(canvas),
  };
}

function boundsOf({ landmarks, width, height }: Canvas): SubjectBox {
  const across = landmarks.map(([x]) => Math.min(Math.max(x, 0), width));
  const down = landmarks.map(([, y]) => Math.min(Math.max(y, 0), height));
  const left = Math.round(Math.min(...across));
  const top = Math.round(Math.min(...down));
  return {
    left,
    top,
    width: Math.round(Math.max(...across)) - left,
    height: Math.round(Math.max(...down)) - top,
  };
}
