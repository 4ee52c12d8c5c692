import { i18n } from '#web/lib/i18n.ts';
import { toast } from '#web/lib/toast.ts';

export async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url);
    toast(i18n.t('Link copied'));
  } catch {
    toast(url, { duration: 10_000 });
  }
}

/** Opens the phone's share sheet, or copies the link where there is none. */
export async function shareLink(title: string, path: string): Promise<void> {
  const { href: url } = new URL(path, window.location.origin);
  if (!navigator.share) return copyLink(url);
  try {
    await navigator.share({ title, url });
  } catch (error) {
    const isChangeOfMind = error instanceof DOMException && error.name === 'AbortError';
    if (!isChangeOfMind) await copyLink(url);
  }
}
