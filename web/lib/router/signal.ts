/** Tells listeners about something that happened. */
export function createSignal<Event>() {
  const listeners = new Set<(event: Event) => void>();
  return {
    send: (event: Event) => {
      for (const listener of [...listeners]) listener(event);
    },
    /** Returns a function that stops listening. */
    listen: (listener: (event: Event) => void) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
