import { thumbHashToDataURL } from 'thumbhash';

const MAX_KEPT = 800;
const kept = new Map<string, string>();

function decode(placeholder: string): string {
  const bytes = Uint8Array.from(atob(placeholder), (character) => character.charCodeAt(0));
  return `url(${thumbHashToDataURL(bytes)})`;
}

/** Returns a CSS background, decoded once and cached while it is in use. */
export function placeholderPicture(placeholder: string | null): string | undefined {
  if (!placeholder) return undefined;
  try {
    const picture = kept.get(placeholder) ?? decode(placeholder);
    kept.delete(placeholder);
    kept.set(placeholder, picture);
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value ?? '');
    return picture;
  } catch {
    return undefined;
  }
}
