export function Spinner() {
  return (
    <span
      aria-hidden
      className="size-[1.1em] flex-none animate-spin rounded-full border-2 border-current border-r-transparent motion-reduce:animate-none"
    />
  );
}
