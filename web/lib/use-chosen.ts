import { useState } from 'react';

export type Chosen<Id extends string | number = number> = ReturnType<typeof useChosen<Id>>;

/** Which rows are chosen for what is done to several at once; no more than one call takes. */
export function useChosen<Id extends string | number = number>(most: number) {
  const [chosen, setChosen] = useState<ReadonlySet<Id>>(new Set());
  const [last, setLast] = useState<Id>();
  return {
    ids: [...chosen],
    count: chosen.size,
    has: (id: Id) => chosen.has(id),
    clear: () => setChosen(new Set()),
    choose: (ids: readonly Id[]) => setChosen(new Set(ids.slice(0, most))),
    /** With Shift, everything from the row touched last to this one, in the order they are `listed` in. */
    touch(id: Id, listed: readonly Id[], isStretching: boolean) {
      const [from, to] = [last === undefined ? -1 : listed.indexOf(last), listed.indexOf(id)].sort(
        (a, b) => a - b,
      ) as [number, number];
      setLast(id);
      if (isStretching && from >= 0) {
        setChosen(new Set([...chosen, ...listed.slice(from, to + 1)].slice(0, most)));
      } else if (chosen.has(id)) setChosen(new Set([...chosen].filter((other) => other !== id)));
      else if (chosen.size < most) setChosen(new Set([...chosen, id]));
    },
  };
}
