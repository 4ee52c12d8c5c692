// Checks what an earlier page has stored in the browser, and what the server tells without being asked. Schemas would check
// more, but every page would have to load them.

type Check = (value: unknown) => boolean;

export const isText: Check = (value) => typeof value === 'string';
export const isNumber: Check = (value) => typeof value === 'number';
export const isFlag: Check = (value) => typeof value === 'boolean';
export const isList: Check = Array.isArray;
export const isObject: Check = (value) => typeof value === 'object' && value !== null;
export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
export const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(check);

/** Returns a check for an object whose fields pass theirs; a field that the type gains has to be named here too. */
export const shapeOf =
  <Type>(checks: Record<keyof Type, Check>) =>
  (value: unknown): value is Type =>
    isObject(value) &&
    Object.entries<Check>(checks).every(([name, check]) => check((value as Record<string, unknown>)[name]));
