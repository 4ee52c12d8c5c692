/** Dates and moments as text are in the order of time. The browser's own comparison of words takes long to load. */
export const compareIso = (a: string, b: string): number => Number(a > b) - Number(a < b);
