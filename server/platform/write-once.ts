const written = new WeakMap<object, string>();

/** Returns the JSON of an object that is kept and never changed, which is written once and goes with the object. */
export function writeOnce(value: object): string {
  const text = written.get(value) ?? JSON.stringify(value);
  written.set(value, text);
  return text;
}
