import { useEffect, useRef } from 'react';
import { findLineOf, type SheetLine } from './photo-sheet.ts';

/** Moves the sheet, which lies outside React's hands, along with the photo that is open above it. */
export function useFollowPhoto(
  shownId: number | undefined,
  lines: readonly SheetLine[],
  scrollTo: (lineIndex: number) => void,
): void {
  const followed = useRef(shownId);
  useEffect(() => {
    if (shownId === undefined || shownId === followed.current || lines.length === 0) {
      followed.current = shownId;
      return;
    }
    const wasOpen = followed.current !== undefined;
    followed.current = shownId;
    const index = findLineOf(lines, shownId);
    if (wasOpen && index >= 0) scrollTo(index);
  });
}
