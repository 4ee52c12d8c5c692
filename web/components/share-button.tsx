import { Share } from 'lucide-react';
import { buttonStyle } from './button-style.ts';
import { shareLink } from './share-link.ts';

type ShareButtonProps = { title: string; path: string };

export function ShareButton({ title, path }: ShareButtonProps) {
  return (
    <button
      type="button"
      onClick={() => void shareLink(title, path)}
      className={`${buttonStyle('ghost')} px-3! desk:px-[18px]!`}
    >
      <Share aria-hidden size={22} strokeWidth={1.8} />
      <span className="max-desk:sr-only">Share</span>
    </button>
  );
}
