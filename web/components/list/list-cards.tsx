import type { AnyList } from '#contract/lists/list.ts';
import { listLabel } from '#web/lib/lists/list-label.ts';
import { RowOpener, type RowsProps, rowLook, SelectBox } from './list-row.tsx';

export function ListCards<L extends AnyList>(props: RowsProps<L>) {
  const { state, rows, idOf, card, selection, isSelecting = true, shown, above, below } = props;
  return (
    <ul aria-label={listLabel(state.list)} style={{ paddingTop: above, paddingBottom: below }}>
      {shown.map(({ index, measure }) => {
        const row = rows.rowAt(index);
        return (
          <li
            key={row ? idOf(row) : `loading-${index}`}
            ref={measure}
            data-index={index}
            aria-setsize={rows.count}
            aria-posinset={index + 1}
            aria-current={(row && idOf(row) === props.openId) || undefined}
            className={`relative flex min-w-0 items-center border-line border-b ${rowLook(props, row, index)}`}
          >
            {row === undefined ? (
              <span className="m-4 block h-8 w-40 rounded-tile bg-line">
                <span className="sr-only">Loading</span>
              </span>
            ) : (
              <>
                {selection && isSelecting && <SelectBox {...props} row={row} index={index} />}
                <div className="min-w-0 flex-1">
                  <RowOpener {...props} row={row} index={index} className="block w-full min-w-0">
                    {card(row)}
                  </RowOpener>
                </div>
              </>
            )}
          </li>
        );
      })}
    </ul>
  );
}
