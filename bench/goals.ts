/** A figure beside its goal. `best` says whether a larger or a smaller figure is better. */
export type Goal = { what: string; goal: number; now: number; unit: string; best: 'most' | 'least' };

/** Tells `npm run bench`, which prints all goals in one table at the end. Alone, a benchmark only prints its own lines. */
export function tellGoal(goal: Goal): void {
  process.send?.(goal);
}

/** 1 or more means that the goal is reached. */
function ratioOf({ goal, now, best }: Goal): number {
  return best === 'most' ? now / goal : goal / now;
}

export function toTable(goals: readonly Goal[]): string {
  const rows = goals.map((one) => {
    const digits = one.unit === '' ? 2 : 0;
    const [goal, now] = [one.goal, one.now].map((value) => `${value.toFixed(digits)} ${one.unit}`.trim());
    const limit = one.best === 'most' ? 'at least' : 'at most';
    return `| ${one.what} | ${limit} ${goal} | ${now} | ${ratioOf(one).toFixed(2)} |`;
  });
  return ['| what | goal | now | ratio |', '|---|---|---|---|', ...rows].join('\n');
}
