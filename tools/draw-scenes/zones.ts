import { UNDYED, ZONES, type Zone } from '#server/demo/team-look.ts';
import { type Light, mix } from './colors.ts';

const TOKEN = /zone\(([a-z-]+);(\d+);(\d+)\)/g;
const HAZE_STEPS = 16;

/** Names a part of a uniform instead of a color; each team's colors are put in later. */
export function zoneColor(zone: Zone, haze = 0, shade = 0): string {
  return `zone(${zone};${Math.round(haze * HAZE_STEPS)};${Math.round(shade * 100)})`;
}

export function shaded(color: string, light: Light, amount: number): string {
  if (!color.startsWith('zone(')) return mix(color, light.shade, amount);
  return color.replace(TOKEN, (_, zone: Zone, haze) => zoneColor(zone, Number(haze) / HAZE_STEPS, amount));
}

export function fogOf(light: Light): string {
  return mix(light.backdrop[1], light.backdrop[2], 0.15);
}

/** Without colors of a team the uniforms are gray, for `dressScene` to color. */
export function putInColors(svg: string, light: Light, colors?: Readonly<Record<Zone, string>>): string {
  return svg.replaceAll(TOKEN, (_, zone: Zone, haze, shade) => {
    const lit = mix(colors?.[zone] ?? UNDYED, light.key, 0.08);
    return mix(mix(lit, light.shade, Number(shade) / 100), fogOf(light), Number(haze) / HAZE_STEPS);
  });
}

/** Draws the zones alone: the low four bits of a pixel are the zone, the high ones the haze in front of it. */
export function drawZoneMap(
  layers: readonly string[],
  { width, height }: { width: number; height: number },
): string {
  const flat = layers
    .join('')
    .replaceAll(/ (filter|opacity|style)="[^"]*"/g, '')
    .replaceAll(/ (fill|stroke)="(#[0-9a-f]+|url\([^)]*\))"/gi, ' $1="#000"')
    .replaceAll(TOKEN, (_, zone: Zone, haze) => {
      const value = ZONES.indexOf(zone) + 1 + Math.min(Number(haze), HAZE_STEPS - 1) * HAZE_STEPS;
      return `rgb(${value},${value},${value})`;
    });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" shape-rendering="crispEdges"><rect width="${width}" height="${height}" fill="#000"/>${flat}</svg>`;
}
