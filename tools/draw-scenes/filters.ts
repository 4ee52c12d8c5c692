import { type Light, mix } from './colors.ts';
import { round } from './geometry.ts';

export type FilterOptions = { width: number; height: number; light: Light; seed: number; keySide: 1 | -1 };

export function sceneDefs({ width, height, light, seed, keySide }: FilterOptions): string {
  const size = Math.min(width, height);
  const blur = (id: string, amount: number, margin = 30) =>
    `<filter id="${id}" x="-${margin}%" y="-${margin}%" width="${100 + margin * 2}%" height="${100 + margin * 2}%"><feGaussianBlur stdDeviation="${round(amount)}"/></filter>`;
  return `<defs>
${blur('blur-1', size * 0.003)}${blur('blur-2', size * 0.008)}${blur('blur-3', size * 0.018)}${blur('blur-4', size * 0.05, 60)}
${litFilter(light, keySide)}
<filter id="soft-edge"><feGaussianBlur stdDeviation="${round(size * 0.0008)}"/></filter>
<filter id="haze" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="${(2.4 / width).toFixed(5)} ${(5 / height).toFixed(5)}" numOctaves="3" seed="${seed % 97}"/><feColorMatrix values="0 0 0 0 1  0 0 0 0 1  0 0 0 0 1  0 0 0 2 -0.8"/></filter>
<filter id="grain" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="0.7" numOctaves="1" seed="${seed % 89}"/><feColorMatrix values="0 0 0 0 0.5  0 0 0 0 0.5  0 0 0 0 0.5  0 0 0 0.8 -0.2"/></filter>
<radialGradient id="glow"><stop offset="0" stop-color="${light.backdrop[2]}"/><stop offset="0.45" stop-color="${light.backdrop[1]}" stop-opacity="0.9"/><stop offset="1" stop-color="${light.backdrop[0]}" stop-opacity="0"/></radialGradient>
<radialGradient id="pool"><stop offset="0" stop-color="${light.rim}" stop-opacity="0.75"/><stop offset="0.5" stop-color="${light.key}" stop-opacity="0.28"/><stop offset="1" stop-color="${light.key}" stop-opacity="0"/></radialGradient>
<radialGradient id="lamp"><stop offset="0" stop-color="#fff"/><stop offset="0.16" stop-color="#fff" stop-opacity="0.85"/><stop offset="0.4" stop-color="${light.beams[0]}" stop-opacity="0.35"/><stop offset="1" stop-color="${light.beams[0]}" stop-opacity="0"/></radialGradient>
<linearGradient id="floor" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${light.floor[1]}"/><stop offset="0.5" stop-color="${light.floor[0]}"/><stop offset="1" stop-color="${light.backdrop[0]}"/></linearGradient>
<linearGradient id="fade" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity="0.55"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></linearGradient>
${light.beams
  .map(
    (beam, i) =>
      `<linearGradient id="beam-${i}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity="0.8"/><stop offset="0.14" stop-color="${beam}" stop-opacity="0.55"/><stop offset="1" stop-color="${beam}" stop-opacity="0"/></linearGradient>`,
  )
  .join('')}
<radialGradient id="vignette" cx="0.5" cy="0.48" r="0.78"><stop offset="0.6" stop-color="${light.backdrop[0]}" stop-opacity="0"/><stop offset="1" stop-color="${light.backdrop[0]}" stop-opacity="0.7"/></radialGradient>
</defs>`;
}

/** Makes flat shapes look round: shade away from the key light, a soft fill and a crisp rim from above. */
function litFilter(light: Light, keySide: 1 | -1): string {
  return `<filter id="lit" x="-8%" y="-8%" width="116%" height="116%" color-interpolation-filters="sRGB">
<feGaussianBlur in="SourceAlpha" stdDeviation="1.5" result="wide"/>
<feOffset in="wide" dx="${round(keySide * 1.7)}" dy="-1.5" result="towards-key"/>
<feComposite in="SourceAlpha" in2="towards-key" operator="out" result="shade-area"/>
<feFlood flood-color="${mix(light.shade, '#ffffff', 0.34)}"/><feComposite in2="shade-area" operator="in" result="shade"/>
<feBlend in="shade" in2="SourceGraphic" mode="multiply" result="shaded"/>
<feGaussianBlur in="SourceAlpha" stdDeviation="1.1" result="mid"/>
<feOffset in="mid" dx="${round(-keySide * 1.2)}" dy="0.7" result="away"/>
<feComposite in="SourceAlpha" in2="away" operator="out" result="key-area"/>
<feFlood flood-color="${light.key}" flood-opacity="0.24"/><feComposite in2="key-area" operator="in" result="key"/>
<feGaussianBlur in="SourceAlpha" stdDeviation="0.22" result="thin"/>
<feOffset in="thin" dx="${round(keySide * 0.18)}" dy="0.42" result="below"/>
<feComposite in="SourceAlpha" in2="below" operator="out" result="rim-area"/>
<feFlood flood-color="${light.rim}" flood-opacity="0.95"/><feComposite in2="rim-area" operator="in" result="rim"/>
<feMerge><feMergeNode in="shaded"/><feMergeNode in="key"/><feMergeNode in="rim"/></feMerge></filter>`;
}
