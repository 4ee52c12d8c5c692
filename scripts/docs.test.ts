import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const DOCUMENTS = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs', { recursive: true })
    .map((name) => `docs/${name}`)
    .filter((name) => name.endsWith('.md')),
];
const TOP_FOLDERS = new Set([
  'contract',
  'engines',
  'server',
  'web',
  'e2e',
  'proofs',
  'scripts',
  'deploy',
  'docs',
]);
const read = (name: string) => readFileSync(name, 'utf8');

/** Paths in backticks, or as the target of a link. */
function pathsIn(text: string): string[] {
  const quoted = [...text.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map((found) => found[1] ?? '');
  return quoted.filter((path) => TOP_FOLDERS.has(path.split('/')[0] ?? ''));
}

test.each(DOCUMENTS)('every file that %s names exists', (name) => {
  expect(pathsIn(read(name)).filter((path) => !existsSync(path))).toEqual([]);
});

/** The anchors that GitHub gives to headings. */
function anchorsIn(text: string): string[] {
  return [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

test.each(DOCUMENTS)('every link of %s leads to a file and a heading that exist', (name) => {
  const targets = [...read(name).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(([, target = '']) => target);
  const broken = targets.filter((target) => {
    const [path = '', anchor] = target.split('#');
    const file = path === '' ? name : join(dirname(name), path);
    return !existsSync(file) || (anchor !== undefined && !anchorsIn(read(file)).includes(anchor));
  });
  expect(broken).toEqual([]);
});

test('the documents name enough files for the check to mean something', () => {
  expect(DOCUMENTS.flatMap((name) => pathsIn(read(name))).length).toBeGreaterThan(80);
});

test('ARCHITECTURE.md lists exactly the modules that exist', () => {
  const table = read('ARCHITECTURE.md').split('| module | owns |')[1]?.split('\n\n')[0] ?? '';
  const listed = [...table.matchAll(/^\| `([\w-]+)` \|/gm)].map((found) => found[1]);
  expect(listed.toSorted()).toEqual(readdirSync('server/modules').toSorted());
});

test('README.md names only npm scripts that exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = [...read('README.md').matchAll(/`npm (?:run )?([\w:-]+)/g)].map((found) => found[1] ?? '');
  expect(named.filter((name) => !scripts[name])).toEqual([]);
});

test('README.md documents exactly the variables that the configuration reads', () => {
  const table = read('README.md').split('| variable |')[1]?.split('\n\n')[0] ?? '';
  const documented = [...table.matchAll(/^\|(.*?)\|/gm)].flatMap((row) =>
    [...(row[1] ?? '').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map((found) => found[1]),
  );
  const known = [...read('server/platform/config/environment.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(
    (found) => found[1],
  );
  expect(documented.toSorted()).toEqual(known.toSorted());
});
