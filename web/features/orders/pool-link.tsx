import { Copy, QrCode, Share2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '#web/components/button.tsx';
import { copyLink, shareLink } from '#web/components/share-link.ts';
import { lazyPart } from '#web/lib/lazy-part.ts';
import { paths } from '#web/lib/paths.ts';

const PoolCode = lazyPart(() => import('./pool-code.tsx'), 'PoolCode');

type PoolLinkProps = { orderKey: string; what: string };

export function PoolLink({ orderKey, what }: PoolLinkProps) {
  const [isCodeOpen, setIsCodeOpen] = useState(false);
  const path = paths.checkout(orderKey);
  const { href: url } = new URL(path, window.location.origin);
  return (
    <div className="flex flex-wrap gap-2">
      {'share' in navigator && (
        <Button onClick={() => void shareLink(`Share the cost of ${what}`, path)}>
          <Share2 aria-hidden size={20} strokeWidth={1.8} />
          Share link
        </Button>
      )}
      <Button kind="line" onClick={() => void copyLink(url)}>
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
