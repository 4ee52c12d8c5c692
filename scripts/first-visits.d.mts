type Sizes = Readonly<Record<string, number>>;

export const FIRST_VISITS: readonly string[];
export function findOverBudget(sizes: Sizes, budget?: Sizes): string[];
export function checkFirstVisits(root: string): string[];
