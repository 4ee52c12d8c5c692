/** Holds the place of what is loading, so that nothing jumps when it arrives. */
export function Skeleton({ label, className = '' }: { label: string; className?: string }) {
  return (
    <div role="status" className={`rounded-card bg-sunk ${className}`}>
      <span className="sr-only">{label}</span>
    </div>
  );
}
