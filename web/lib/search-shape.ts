/** Reads one search parameter; a value that makes no sense is undefined. */
export type SearchField<Value = unknown> = (given: unknown) => Value | undefined;

type SearchFields = Readonly<Record<string, SearchField>>;

/** What a shape reads from an address. */
export type SearchOf<Shape extends SearchShape> = {
  [Name in keyof Shape['shape']]?: ReturnType<Shape['shape'][Name]>;
};

export type SearchShape<Fields extends SearchFields = SearchFields> = {
  shape: Fields;
  parse: (search: object) => { [Name in keyof Fields]?: ReturnType<Fields[Name]> };
  extend: <More extends SearchFields>(more: More) => SearchShape<Omit<Fields, keyof More> & More>;
};

/** Every page reads its address with this, so it has to be small: zod would be half of the script of the log-in. */
export function searchShape<Fields extends SearchFields>(shape: Fields): SearchShape<Fields> {
  type Values = { [Name in keyof Fields]?: ReturnType<Fields[Name]> };
  return {
    shape,
    parse: (search) => {
      const given = search as Record<string, unknown>;
      const known = Object.entries(shape).filter(([name]) => name in given);
      return Object.fromEntries(known.map(([name, read]) => [name, read(given[name])])) as Values;
    },
    extend: (more) => searchShape({ ...shape, ...more }),
  };
}
