import { encode } from 'uqr';

/** Modules of white around the code: cameras need them, whatever the page's colour. */
const QUIET_ZONE = 4;

function codePath(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return { size, path };
}

type QrCodeProps = { text: string; label: string; className?: string };

/** Always black on white. */
export function QrCode({ text, label, className = '' }: QrCodeProps) {
  const { size, path } = codePath(text);
  return (
    <svg
      role="img"
      aria-label={label}
      data-code={text}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={`rounded-card bg-white ${className}`}
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
