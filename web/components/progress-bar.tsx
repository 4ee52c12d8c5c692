type ProgressBarProps = { label: string; value: number; max: number; isThin?: boolean };

export function ProgressBar({ label, value, max, isThin = false }: ProgressBarProps) {
  const percent = max > 0 ? Math.min(100, (value / max) * 100) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.floor(percent)}
      className={`w-full overflow-hidden rounded-full bg-line ${isThin ? 'h-1' : 'h-2'}`}
    >
      <div className="h-full rounded-full bg-ink" style={{ width: `${percent}%` }} />
    </div>
  );
}
