// State machines as data.

export type StateMachine<State extends string> = {
  start: State;
  states: readonly State[];
  canMove(from: State, to: State): boolean;
  isFinal(state: State): boolean;
};

export function stateMachine<State extends string>(
  start: State,
  moves: Record<State, readonly State[]>,
): StateMachine<State> {
  return {
    start,
    states: Object.keys(moves) as State[],
    canMove: (from, to) => moves[from].includes(to),
    isFinal: (state) => moves[state].length === 0,
  };
}

/** A machine with a state that no move leads to is a mistake. */
export function unreachableStates<State extends string>(machine: StateMachine<State>): State[] {
  const reached = new Set<State>([machine.start]);
  for (const from of reached) {
    for (const to of machine.states) if (machine.canMove(from, to)) reached.add(to);
  }
  return machine.states.filter((state) => !reached.has(state));
}
