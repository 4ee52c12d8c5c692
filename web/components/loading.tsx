export function Loading() {
  return (
    <p role="status" className="grid min-h-[50dvh] place-items-center text-ink-2">
      Loading...
    </p>
  );
}
