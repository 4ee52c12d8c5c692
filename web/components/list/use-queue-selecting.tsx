import { useState } from 'react';
import { Button } from '#web/components/button.tsx';
import type { Selection } from '#web/lib/lists/use-selection.ts';
import { useIsDesk } from '#web/lib/use-is-desk.ts';

/** On a phone, a tap on a row of a queue opens it until "Select" is pressed; a desk always shows the checkboxes. */
export function useQueueSelecting<Row>(selection: Selection<Row>, open: (row: Row) => void) {
  const isDesk = useIsDesk();
  const [isSelecting, setIsSelecting] = useState(false);
  const toggle = () => {
    selection.clear();
    setIsSelecting(!isSelecting);
  };
  return {
    selectButton: isDesk ? null : (
      <Button kind="line" size="small" onClick={toggle}>
        {isSelecting ? 'Done' : 'Select'}
      </Button>
    ),
    queueProps: {
      isSelecting: isDesk || isSelecting,
      opensOnMove: true,
      onOpen: (row: Row, index: number) => {
        if (isSelecting && !isDesk) selection.toggle(row, index);
        else open(row);
      },
      isPane: isDesk,
      className: 'flex-1',
    },
  };
}
