/** Reserves the space of what is loading, so that the layout does not jump. */
export function Skeleton({ label, className = '' }: { label: string; className?: string }) {
  return (
    <div role="status" className={`rounded-card bg-sunk ${className}`}>
      <span className="sr-only">{label}</span>
    </div>
  );
}
