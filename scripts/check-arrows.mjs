// Fails on a forbidden import, on a circle between modules, and when too few files were read to know.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cruise } from 'dependency-cruiser';

const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
const FEWEST_FILES = 50;
const FEWEST_ARROWS = 100;
const FEWEST_MODULE_ARROWS = 40;
const packageImports = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).imports);

const { output } = await cruise(['contract', 'engines', 'server', 'web'], {
  ...options,
  ruleSet: { forbidden },
  validate: true,
});
const files = output.modules.filter((module) => !module.source.includes('node_modules'));
const aliased = files
  .flatMap((module) => module.dependencies)
  .filter((arrow) => arrow.module.startsWith('#'));
const moduleArrows = readModuleArrows(files);
const moduleArrowCount = [...moduleArrows.values()].reduce((sum, targets) => sum + targets.size, 0);
if (
  files.length < FEWEST_FILES ||
  aliased.length < FEWEST_ARROWS ||
  moduleArrowCount < FEWEST_MODULE_ARROWS
) {
  console.error(
    `Only ${files.length} files, ${aliased.length} imports through ${packageImports.join(', ')} and ${moduleArrowCount} arrows between modules were read.`,
  );
  process.exit(1);
}
const { violations } = output.summary;
for (const { rule, from, to } of violations) console.error(`${rule.name}: ${from} -> ${to}`);
const circle = findCircle(moduleArrows);
for (const [index, from] of circle.entries()) {
  const to = circle[(index + 1) % circle.length];
  console.error(`no-circles-between-modules: ${from} -> ${to} (${moduleArrows.get(from).get(to)})`);
}
console.log(
  `${files.length} files, ${output.summary.totalDependenciesCruised} imports, ${violations.length} forbidden, ` +
    `${moduleArrowCount} arrows between modules, ${circle.length > 0 ? 'a circle' : 'no circle'}`,
);
process.exit(violations.length > 0 || circle.length > 0 ? 1 : 0);

/** Maps each module to the modules it imports, with one importing file as evidence. */
function readModuleArrows(sources) {
  const arrows = new Map();
  for (const { source, dependencies } of sources) {
    const from = moduleOf(source);
    if (!from || source.endsWith('.test.ts')) continue;
    for (const { resolved } of dependencies) {
      const to = moduleOf(resolved);
      if (!to || to === from) continue;
      if (!arrows.has(from)) arrows.set(from, new Map());
      arrows.get(from).set(to, source);
    }
  }
  return arrows;
}

function moduleOf(path) {
  return /^server\/modules\/([^/]+)\//.exec(path)?.[1];
}

/** Returns the modules of one circle in order, or an empty list. */
function findCircle(arrows) {
  const done = new Set();
  const visit = (module, path) => {
    if (path.includes(module)) return path.slice(path.indexOf(module));
    if (done.has(module)) return [];
    for (const next of arrows.get(module)?.keys() ?? []) {
      const circle = visit(next, [...path, module]);
      if (circle.length > 0) return circle;
    }
    done.add(module);
    return [];
  };
  return [...arrows.keys()].map((module) => visit(module, [])).find((circle) => circle.length > 0) ?? [];
}
