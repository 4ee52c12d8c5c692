import { useEffect } from 'react';
import { closePalette, togglePalette } from '#web/lib/palette.ts';

/** Cmd K or Ctrl K opens and closes the palette, also from a text field. It closes when the admin area is left. */
export function usePaletteKey(): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isK = event.key.toLowerCase() === 'k' && !event.shiftKey && !event.altKey;
      if (!isK || event.metaKey === event.ctrlKey) return;
      event.preventDefault();
      togglePalette();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => {
      window.removeEventListener('keydown', onKeyDown);
      closePalette();
    };
  }, []);
}
