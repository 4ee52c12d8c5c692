import { describe, expect, test } from 'vitest';
import { buildDemoData } from './demo-data.ts';
import {
  buildTeamLooks,
  colorDistance,
  labOf,
  MIN_COLOR_DISTANCE,
  patternOf,
  type TeamLook,
} from './uniforms.ts';

const { teams } = buildDemoData({ today: new Date('2026-11-16') });

describe('uniforms of the demo', () => {
  test('differ between any two teams of the season, in their colors and in their pattern', () => {
    const looks = [...buildTeamLooks(teams)];
    expect(looks).toHaveLength(teams.length);
    const pairs = looks.flatMap(([key, look], index) =>
      looks.slice(index + 1).map(([otherKey, other]) => ({ name: `${key} and ${otherKey}`, look, other })),
    );
    expect(pairs).toHaveLength((teams.length * (teams.length - 1)) / 2);
    for (const { name, look, other } of pairs) {
      expect(colorDistance(look, other), name).toBeGreaterThanOrEqual(MIN_COLOR_DISTANCE);
      expect(patternOf(look), name).not.toBe(patternOf(other));
    }
  });

  test('are the same at every start', () => {
    expect(buildTeamLooks(teams)).toEqual(buildTeamLooks(teams));
  });

  test('worn the other way round count as the same colors', () => {
    const look: TeamLook = {
      main: '#1d3fb4',
      second: '#f3f4f8',
      trim: '#ffd23f',
      ribbon: '#ffd23f',
      cut: 'classic',
      emblem: 'none',
      skirt: 'whole',
      sleeve: 'same',
    };
    expect(colorDistance(look, { ...look, main: look.second, second: look.main })).toBe(0);
    expect(colorDistance(look, { ...look, main: '#c8141e' })).toBeGreaterThan(60);
  });

  test('are compared in CIELAB', () => {
    const [lightness, a, b] = labOf('#ff0000');
    expect([lightness, a, b].map(Math.round)).toEqual([53, 80, 67]);
  });
});
