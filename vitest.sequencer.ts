import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Starts these files first: at the end, one of them would leave cores idle. */
export function longestFirst(longest: RegExp) {
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      const sorted = await super.sort(files);
      const isLong = ({ moduleId }: TestSpecification) => longest.test(moduleId);
      return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
    }
  };
}
