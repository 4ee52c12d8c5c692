// The library waits for one second by default, which is too short on a busy machine. A wait still ends as soon as its
// condition holds.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 15_000 });
}

export {};
