import { between, type Random } from '#server/demo/seeded-random.ts';
import { at, type Point, round, step } from './geometry.ts';

export function drawPom(
  center: Point,
  radius: number,
  color: string,
  second: string,
  random: Random,
): string {
  const strands = Array.from({ length: 70 }, () => {
    const angle = between(random, 0, 360);
    const reach = radius * between(random, 0.55, 1.08);
    const tone = random() < 0.6 ? color : random() < 0.6 ? second : '#ffffff';
    const bend = step(center, angle + between(random, -30, 30), reach * 0.55);
    return `<path d="M${at(center)}Q${at(bend)} ${at(step(center, angle, reach))}" fill="none" stroke="${tone}" stroke-width="${round(radius * 0.09)}" stroke-linecap="round"/>`;
  });
  return strands.join('');
}

export function drawTrophy([x, y]: Point, size: number): string {
  return `<g transform="translate(${at([x, y])}) scale(${round(size / 20)})" filter="url(#lit)">
<path d="M-5 -18H5C5 -10 4 -6 0 -5C-4 -6 -5 -10 -5 -18Z" fill="#ffcf4a"/>
<path d="M-5 -16.5C-9 -16.5 -8 -9.5 -3.6 -9.5M5 -16.5C9 -16.5 8 -9.5 3.6 -9.5" fill="none" stroke="#f0b52e" stroke-width="1.3"/>
<path d="M-1 -5.4H1L1.6 -2H-1.6Z" fill="#e0a21f"/><rect x="-4" y="-2" width="8" height="3.4" rx="0.5" fill="#4a2b12"/>
<path d="M-3 -17C-2.8 -12 -2 -9 -1 -7.4C-1.4 -10 -1.6 -14 -1.4 -17Z" fill="#fff3c4" opacity="0.85"/></g>`;
}

export function drawMedal([x, y]: Point, size: number): string {
  return `<g transform="translate(${at([x, y])}) scale(${round(size / 10)})"><path d="M-3.4 -9L0 0L3.4 -9" fill="none" stroke="#2b53c9" stroke-width="1.1"/><circle r="2.1" fill="#ffd04d"/><circle r="1.3" fill="#f0b52e"/></g>`;
}

export function drawBanner(left: Point, right: Point, drop: number, color: string, trim: string): string {
  const sag = drop * 0.08;
  const shape = `M${at(left)}Q${at([(left[0] + right[0]) / 2, (left[1] + right[1]) / 2 + sag])} ${at(right)}L${at([right[0], right[1] + drop])}Q${at([(left[0] + right[0]) / 2, (left[1] + right[1]) / 2 + drop + sag * 2])} ${at([left[0], left[1] + drop])}Z`;
  const star = (t: number) => {
    const x = left[0] + (right[0] - left[0]) * t;
    const y = left[1] + (right[1] - left[1]) * t + drop * 0.54;
    return `<path d="${starPath([x, y], drop * 0.26)}" fill="${trim}"/>`;
  };
  return `<g filter="url(#soft-edge)"><path d="${shape}" fill="${color}" stroke="${trim}" stroke-width="${round(drop * 0.05)}"/>${[0.18, 0.34, 0.5, 0.66, 0.82].map(star).join('')}</g>`;
}

export function starPath(center: Point, radius: number): string {
  const points = Array.from({ length: 10 }, (_, i) =>
    step(center, 180 + i * 36, i % 2 ? radius * 0.42 : radius),
  );
  return `M${points.map(at).join('L')}Z`;
}
