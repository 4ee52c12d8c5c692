import { between, pick, type Random } from '#server/demo/seeded-random.ts';
import { type Light, mix } from './colors.ts';
import { round } from './geometry.ts';
import { starPath } from './props.ts';

export type Backdrop = 'screen' | 'curtain' | 'arena';

export type StageOptions = {
  width: number;
  height: number;
  horizon: number;
  /** The light falls at this x position. */
  center: number;
  backdrop: Backdrop;
  light: Light;
  random: Random;
};

export function drawBackdrop(options: StageOptions): string {
  const { width, height, horizon, center, light } = options;
  const base = `<rect width="${width}" height="${height}" fill="${mix(light.backdrop[0], light.backdrop[1], 0.35)}"/><ellipse cx="${round(center)}" cy="${round(horizon * 0.62)}" rx="${round(width * 0.8)}" ry="${round(horizon * 0.95)}" fill="url(#glow)"/>`;
  const detail =
    options.backdrop === 'screen'
      ? drawScreens(options)
      : options.backdrop === 'curtain'
        ? drawCurtain(options)
        : drawStands(options);
  return `<g filter="url(#blur-2)">${base}${detail}</g>${drawBokeh(options)}`;
}

function drawScreens({ width, horizon, light, random }: StageOptions): string {
  const count = 3;
  const gap = width * 0.015;
  const panelWidth = (width * 1.04) / count;
  const panels = Array.from({ length: count }, (_, i) => {
    const isMiddle = i === 1;
    const top = horizon * (isMiddle ? 0.14 : 0.24);
    const x = -width * 0.02 + i * panelWidth + gap / 2;
    const w = panelWidth - gap;
    const h = horizon * 0.93 - top;
    const [cx, cy] = [x + w / 2, top + h * 0.55];
    const rays = Array.from({ length: 14 }, (_ray, k) => {
      const angle = (k / 14) * Math.PI * 2 + i;
      const far = Math.max(w, h);
      const spread = 0.12;
      return `<path d="M${round(cx)} ${round(cy)}L${round(cx + Math.cos(angle - spread) * far)} ${round(cy + Math.sin(angle - spread) * far)}L${round(cx + Math.cos(angle + spread) * far)} ${round(cy + Math.sin(angle + spread) * far)}Z" fill="${k % 2 ? light.beams[1] : light.beams[2]}" opacity="0.2"/>`;
    }).join('');
    const art = isMiddle
      ? `${rays}<path d="${starPath([cx, cy], h * 0.34)}" fill="${light.rim}" opacity="0.42"/>`
      : Array.from({ length: 6 }, (_bar, k) => {
          const y = top + (h / 6) * k;
          return `<path d="M${round(x)} ${round(y + h * 0.16)}L${round(cx)} ${round(y)}L${round(x + w)} ${round(y + h * 0.16)}V${round(y + h * 0.23)}L${round(cx)} ${round(y + h * 0.07)}L${round(x)} ${round(y + h * 0.23)}Z" fill="${light.beams[k % 3]}" opacity="${round(between(random, 0.16, 0.4))}"/>`;
        }).join('');
    return `<svg x="${round(x)}" y="${round(top)}" width="${round(w)}" height="${round(h)}" viewBox="${round(x)} ${round(top)} ${round(w)} ${round(h)}"><rect x="${round(x)}" y="${round(top)}" width="${round(w)}" height="${round(h)}" fill="${mix(light.backdrop[1], light.backdrop[2], isMiddle ? 0.3 : 0.1)}"/>${art}</svg>`;
  });
  return panels.join('');
}

function drawCurtain({ width, horizon, light, random }: StageOptions): string {
  const folds = 22;
  const drapes = Array.from({ length: folds }, (_, i) => {
    const x = (width / folds) * i;
    const w = width / folds;
    const tone = between(random, 0.1, 0.55);
    return `<rect x="${round(x)}" y="0" width="${round(w * 1.02)}" height="${round(horizon)}" fill="${mix(light.backdrop[0], light.backdrop[1], tone)}"/><rect x="${round(x + w * 0.55)}" y="0" width="${round(w * 0.3)}" height="${round(horizon)}" fill="${light.backdrop[2]}" opacity="${round(between(random, 0.05, 0.22))}"/>`;
  });
  const uplights = Array.from({ length: 6 }, (_, i) => {
    const x = width * ((i + 0.5) / 6);
    return `<ellipse cx="${round(x)}" cy="${round(horizon)}" rx="${round(width * 0.085)}" ry="${round(horizon * 0.85)}" fill="${light.beams[i % 3]}" opacity="0.36" filter="url(#blur-4)"/>`;
  });
  return `${drapes.join('')}${uplights.join('')}`;
}

function drawStands({ width, horizon, light, random }: StageOptions): string {
  const rows = 9;
  const seats: string[] = [];
  for (let row = 0; row < rows; row++) {
    const y = horizon * (0.12 + (row / rows) * 0.66);
    const head = horizon * (0.014 + row * 0.0016);
    seats.push(
      `<rect x="0" y="${round(y)}" width="${width}" height="${round((horizon / rows) * 0.75)}" fill="${mix(light.backdrop[0], light.backdrop[1], 0.25 + row * 0.06)}"/>`,
    );
    for (let x = 0; x < width; x += head * 3.2) {
      if (random() < 0.3) continue;
      const tone = mix(
        light.backdrop[1],
        pick(random, ['#f2d7bd', '#c99a74', '#ffffff', light.beams[0], '#d25b5b']),
        0.45,
      );
      seats.push(
        `<circle cx="${round(x + between(random, -2, 2))}" cy="${round(y + head)}" r="${round(head)}" fill="${tone}" opacity="0.8"/>`,
      );
    }
  }
  const board = `<rect x="0" y="${round(horizon * 0.82)}" width="${width}" height="${round(horizon * 0.13)}" fill="${mix(light.backdrop[1], light.backdrop[2], 0.45)}"/>`;
  const stripes = Array.from(
    { length: 12 },
    (_, i) =>
      `<rect x="${round((width / 12) * i)}" y="${round(horizon * 0.84)}" width="${round(width / 26)}" height="${round(horizon * 0.09)}" fill="${light.beams[i % 3]}" opacity="0.55"/>`,
  );
  return `${seats.join('')}${board}${stripes.join('')}`;
}

function drawBokeh({ width, height, horizon, light, random }: StageOptions): string {
  const size = Math.min(width, height);
  const discs = Array.from({ length: 46 }, () => {
    const radius = size * (0.004 + random() * random() * 0.026);
    return `<circle cx="${round(random() * width)}" cy="${round(horizon * between(random, 0.05, 0.86))}" r="${round(radius)}" fill="${random() < 0.6 ? pick(random, light.beams) : '#ffffff'}" opacity="${round(between(random, 0.06, 0.3))}"/>`;
  });
  return `<g filter="url(#blur-1)" style="mix-blend-mode:screen">${discs.join('')}</g>`;
}

export function drawBeams({ width, height, horizon, center, random }: StageOptions): string {
  const count = 7;
  const size = Math.min(width, height);
  const beams = Array.from({ length: count }, (_, i) => {
    const x = width * ((i + 0.5) / count + between(random, -0.02, 0.02));
    const y = height * 0.035;
    const target = x + (center - x) * between(random, 0.2, 1) + between(random, -0.16, 0.16) * width;
    const spread = width * between(random, 0.04, 0.085);
    const end = horizon * between(random, 0.95, 1.2);
    return `<path d="M${round(x - size * 0.006)} ${round(y)}L${round(target - spread)} ${round(end)}H${round(target + spread)}L${round(x + size * 0.006)} ${round(y)}Z" fill="url(#beam-${i % 3})" opacity="${round(between(random, 0.34, 0.62))}"/><circle cx="${round(x)}" cy="${round(y)}" r="${round(size * between(random, 0.05, 0.075))}" fill="url(#lamp)"/>`;
  });
  return `<g filter="url(#blur-1)" style="mix-blend-mode:screen">${beams.join('')}</g>`;
}

export function drawTruss({ width, height, light }: StageOptions): string {
  const y = height * 0.02;
  const depth = height * 0.022;
  const cells = 30;
  const w = width / cells;
  const color = mix(light.backdrop[0], '#000000', 0.3);
  const lattice = Array.from(
    { length: cells },
    (_, i) =>
      `M${round(i * w)} ${round(y)}L${round((i + 0.5) * w)} ${round(y + depth)}L${round((i + 1) * w)} ${round(y)}`,
  );
  return `<g filter="url(#blur-1)" stroke="${color}" fill="none" stroke-width="${round(height * 0.0035)}"><path d="M0 ${round(y)}H${width}M0 ${round(y + depth)}H${width}${lattice.join('')}"/></g>`;
}

export function drawFloor({ width, height, horizon, center, light }: StageOptions): string {
  const size = Math.min(width, height);
  const depth = height - horizon;
  const lanes = Array.from({ length: 15 }, (_, i) => {
    const offset = i - 7;
    return `M${round(width / 2 + offset * width * 0.075)} ${round(horizon)}L${round(width / 2 + offset * width * 0.3)} ${round(height * 1.1)}`;
  });
  return `<rect x="0" y="${round(horizon)}" width="${width}" height="${round(depth + 2)}" fill="url(#floor)"/>
<path d="${lanes.join('')}" stroke="${light.rim}" stroke-opacity="0.14" stroke-width="${round(size * 0.003)}" fill="none"/>
<g style="mix-blend-mode:screen"><ellipse cx="${round(center)}" cy="${round(horizon + depth * 0.5)}" rx="${round(width * 0.52)}" ry="${round(depth * 0.62)}" fill="url(#pool)" opacity="0.7"/></g>
<rect x="0" y="${round(horizon - size * 0.004)}" width="${width}" height="${round(size * 0.009)}" fill="${light.rim}" opacity="0.5" filter="url(#blur-1)"/>`;
}

export function drawConfetti({ width, height, light, random }: StageOptions): string {
  const colors = [light.rim, light.beams[0], '#ffffff', light.beams[2], '#ffd23f'];
  const pieces = Array.from({ length: 150 }, () => {
    const size = Math.min(width, height) * (0.003 + random() * random() * 0.014);
    const [x, y] = [random() * width, random() * height * 0.95];
    const isNear = size > Math.min(width, height) * 0.012;
    return `<rect x="${round(x)}" y="${round(y)}" width="${round(size)}" height="${round(size * between(random, 0.35, 0.8))}" rx="${round(size * 0.08)}" fill="${pick(random, colors)}" opacity="${round(between(random, 0.55, 0.95))}" transform="rotate(${round(random() * 180)} ${round(x)} ${round(y)})"${isNear ? ' filter="url(#blur-1)"' : ''}/>`;
  });
  return pieces.join('');
}

export function drawAudience({ width, height, light, random }: StageOptions): string {
  const size = Math.min(width, height);
  const color = mix(light.backdrop[0], '#000000', 0.35);
  const heads = Array.from({ length: 11 }, (_, i) => {
    const radius = size * between(random, 0.042, 0.058);
    const x = width * (i / 10) + between(random, -0.02, 0.02) * width;
    const y = height + radius * between(random, -0.5, 0.1);
    const shoulders = `<ellipse cx="${round(x)}" cy="${round(y + radius * 2)}" rx="${round(radius * 2)}" ry="${round(radius * 1.1)}" fill="${color}"/>`;
    return `<circle cx="${round(x)}" cy="${round(y)}" r="${round(radius)}" fill="${color}"/>${shoulders}`;
  });
  return `<g filter="url(#blur-2)">${heads.join('')}</g>`;
}
