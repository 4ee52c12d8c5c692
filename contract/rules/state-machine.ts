// State machines as data: which state may follow which.

export type StateMachine<State extends string> = {
  start: State;
  states: readonly State[];
  canMove(from: State, to: State): boolean;
  /** Nothing follows: the story of the thing has ended. */
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

/** States no sequence of moves leads to; a machine with one of these is a mistake. */
export function unreachableStates<State extends string>(machine: StateMachine<State>): State[] {
  const reached = new Set<State>([machine.start]);
  for (const from of reached) {
    for (const to of machine.states) if (machine.canMove(from, to)) reached.add(to);
  }
  return machine.states.filter((state) => !reached.has(state));
}
