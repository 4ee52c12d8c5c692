import { useIsHydrated } from '#web/lib/use-is-hydrated.ts';

/**
 * A text that depends on the language, the time zone or the clock of the browser, which the server does not know. What the
 * server sent stays until the page is hydrated. Without this React would render the whole page anew and lose what was typed.
 */
export function LocalText({ text }: { text: string }) {
  const isHydrated = useIsHydrated();
  return (
    <span key={String(isHydrated)} suppressHydrationWarning>
      {text}
    </span>
  );
}
