// Fails on a forbidden import, and when it read no files (a parser that cannot read TypeScript finds no fault).
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cruise } from 'dependency-cruiser';

const { forbidden, options } = createRequire(import.meta.url)('../.dependency-cruiser.cjs');
const FEWEST_FILES = 50;
const FEWEST_ARROWS = 100;
const packageImports = Object.keys(JSON.parse(readFileSync('package.json', 'utf8')).imports);

const { output } = await cruise(['contract', 'server', 'web'], {
  ...options,
  ruleSet: { forbidden },
  validate: true,
});
const files = output.modules.filter((module) => !module.source.includes('node_modules'));
const aliased = files
  .flatMap((module) => module.dependencies)
  .filter((arrow) => arrow.module.startsWith('#'));
if (files.length < FEWEST_FILES || aliased.length < FEWEST_ARROWS) {
  console.error(
    `Only ${files.length} files and ${aliased.length} imports through ${packageImports.join(', ')} were read.`,
  );
  process.exit(1);
}
const { violations } = output.summary;
for (const { rule, from, to } of violations) console.error(`${rule.name}: ${from} -> ${to}`);
console.log(
  `${files.length} files, ${output.summary.totalDependenciesCruised} imports, ${violations.length} forbidden`,
);
process.exit(violations.length > 0 ? 1 : 0);
