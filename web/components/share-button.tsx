import { Share } from 'lucide-react';
import { buttonStyle } from './button-style.ts';

type ShareButtonProps = { title: string; path: string };

async function copyLink(url: string): Promise<void> {
  const { toast } = await import('sonner');
  try {
    await navigator.clipboard.writeText(url);
    toast('Link copied');
  } catch {
    toast(url, { duration: 10_000 });
  }
}

async function share(title: string, url: string): Promise<void> {
  if (!navigator.share) return copyLink(url);
  try {
    await navigator.share({ title, url });
  } catch (error) {
    const isChangeOfMind = error instanceof DOMException && error.name === 'AbortError';
    if (!isChangeOfMind) await copyLink(url);
  }
}

/** The phone's own share sheet; elsewhere the link is copied. */
export function ShareButton({ title, path }: ShareButtonProps) {
  return (
    <button
      type="button"
      onClick={() => void share(title, new URL(path, window.location.origin).href)}
      className={`${buttonStyle('ghost')} px-3! desk:px-[18px]!`}
    >
      <Share aria-hidden size={22} strokeWidth={1.8} />
      <span className="max-desk:sr-only">Share</span>
    </button>
  );
}
