import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * A worker ends when the next file asks for another environment, and its successor loads the site again, so files with
 * the same environment follow each other.
 */
export class GroupByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const groups = Map.groupBy(await super.sort(files), (file) => `${file.project.name} ${usesJsdom(file)}`);
    return [...groups.values()].flat();
  }
}

const usesJsdom = ({ moduleId }: TestSpecification) =>
  readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment jsdom');
