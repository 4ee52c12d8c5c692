import { Copy, QrCode, Share2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { toast } from 'sonner';
import { Button } from '#web/components/button.tsx';
import { paths } from '#web/lib/paths.ts';

const PoolCode = lazy(() => import('./pool-code.tsx').then((m) => ({ default: m.PoolCode })));

type PoolLinkProps = { orderKey: string; what: string };

export function PoolLink({ orderKey, what }: PoolLinkProps) {
  const [isCodeOpen, setIsCodeOpen] = useState(false);
  const url = new URL(paths.checkout(orderKey), window.location.origin).href;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url);
      toast('Link copied');
    } catch {
      toast(url, { duration: 10_000 });
    }
  };
  const share = () =>
    navigator.share({ title: `Share the cost of ${what}`, url }).catch((error: unknown) => {
      const isChangeOfMind = error instanceof DOMException && error.name === 'AbortError';
      if (!isChangeOfMind) void copy();
    });
  return (
    <div className="flex flex-wrap gap-2">
      {'share' in navigator && (
        <Button onClick={() => void share()}>
          <Share2 aria-hidden size={20} strokeWidth={1.8} />
          Share link
        </Button>
      )}
      <Button kind="line" onClick={() => void copy()}>
        <Copy aria-hidden size={20} strokeWidth={1.8} />
        Copy link
      </Button>
      <Button kind="line" aria-haspopup="dialog" onClick={() => setIsCodeOpen(true)}>
        <QrCode aria-hidden size={20} strokeWidth={1.8} />
        QR code
      </Button>
      <Suspense>
        {isCodeOpen && <PoolCode url={url} what={what} onClose={() => setIsCodeOpen(false)} />}
      </Suspense>
    </div>
  );
}
