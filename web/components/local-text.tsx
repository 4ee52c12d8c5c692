import { useIsHydrated } from '#web/lib/use-is-hydrated.ts';

/**
 * Text that depends on the browser's language, time zone or clock, which the server does not know. The server's text
 * stays until the page is hydrated. Without this, React would render the whole page again and lose what was typed.
 */
export function LocalText({ text }: { text: string }) {
  const isHydrated = useIsHydrated();
  return (
    <span key={String(isHydrated)} suppressHydrationWarning>
      {text}
    </span>
  );
}
