type Sizes = Readonly<Record<string, number>>;

export function findOverBudget(sizes: Sizes, budget?: Sizes): string[];
export function checkFirstVisits(root: string): string[];
