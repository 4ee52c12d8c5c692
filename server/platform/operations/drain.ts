/**
 * The last seconds of a process: it still answers every request, but says that it is not ready and keeps no connection
 * open, so that load balancers send new requests to other processes before this one stops listening.
 */
export type Drain = ReturnType<typeof createDrain>;

export function createDrain(seconds: number) {
  let isOn = false;
  const hurried = Promise.withResolvers<void>();
  return {
    get isOn() {
      return isOn;
    },
    /** Resolves after the time that load balancers need to notice, or as soon as somebody is in a hurry. */
    async begin() {
      isOn = true;
      const timer = setTimeout(hurried.resolve, seconds * 1000);
      await hurried.promise;
      clearTimeout(timer);
    },
    hurry: hurried.resolve,
  };
}
