const steps: (() => Promise<void> | void)[] = [];

/** Remembers how to undo something, also if the start of a later part fails. */
export function onEnd(step: () => Promise<void> | void): void {
  steps.push(step);
}

/** Undoes everything, the last thing first. */
export async function cleanUp(): Promise<void> {
  for (let step = steps.pop(); step; step = steps.pop()) {
    try {
      await step();
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  }
}
