import { useMemo } from 'react';
import { encode } from 'uqr';
import { Sheet } from '#web/components/sheet.tsx';

/** Modules of white around the code: cameras need them, whatever the page's colour. */
const QUIET_ZONE = 4;

type PoolCodeProps = { url: string; what: string; onClose: () => void };

/** For the parents on the next bleacher: they point their camera at it. Always black on white. */
export function PoolCode({ url, what, onClose }: PoolCodeProps) {
  const { size, path } = useMemo(() => {
    const { size: modules, data } = encode(url, { ecc: 'M', border: QUIET_ZONE });
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size: modules, path: dark.join('') };
  }, [url]);
  return (
    <Sheet title="Scan to take part" description={what} onClose={onClose}>
      <div className="grid justify-items-center gap-3 pb-4">
        <svg
          role="img"
          aria-label={`QR code of ${url}`}
          data-code={url}
          viewBox={`0 0 ${size} ${size}`}
          shapeRendering="crispEdges"
          className="size-[min(340px,100%)] rounded-card bg-white"
        >
          <path d={path} fill="#000" />
        </svg>
        <p className="max-w-full text-13 break-all text-ink-2 select-all">{url}</p>
      </div>
    </Sheet>
  );
}
