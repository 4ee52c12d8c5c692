export function SuspendedMark({ className = '' }: { className?: string }) {
  return (
    <span
      className={`inline-block rounded-full bg-bad-bg px-2 text-12 leading-5 font-[650] tracking-normal text-bad ${className}`}
    >
      Suspended
    </span>
  );
}
