import { encode } from 'uqr';

/** Cameras need this many white modules around the code. */
const QUIET_ZONE = 4;

function codePath(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return { size, path };
}

type QrCodeProps = { text: string; label: string; className?: string };

/** The code is black on white in dark mode too, because cameras need it. */
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
