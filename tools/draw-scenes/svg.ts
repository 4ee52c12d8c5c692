import { at, type Point } from './geometry.ts';

export function fill(d: string, color: string): string {
  return `<path d="${d}" fill="${color}"/>`;
}

export function stroke(points: readonly Point[], width: number, color: string): string {
  return `<path d="M${points.map(at).join('L')}" fill="none" stroke="${color}" stroke-width="${width}"/>`;
}
