import type { Key, ReactNode } from 'react';

export type Column<Row> = {
  key: string;
  /** The words of the head; a column without any has an empty corner. */
  head?: ReactNode;
  /** Replaces the plain head, for example by one that sorts. */
  headCell?: ReactNode;
  cell: (row: Row) => ReactNode;
  foot?: ReactNode;
  isRowHead?: boolean;
  className?: string | ((row?: Row) => string);
};

type TableProps<Row> = {
  label?: string;
  labelledBy?: string;
  caption?: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => Key;
  className?: string;
  headLook?: string;
  rowLook?: string;
  /** The row of `foot` is shown if this is given. */
  footLook?: string | undefined;
};

/** A table whose columns are data. Lists that staff filter, select and export are in components/list. */
export function Table<Row>(props: TableProps<Row>) {
  const { label, labelledBy, caption, columns, rows, keyOf, className = '' } = props;
  const look = ({ className: own }: Column<Row>, row?: Row) => (typeof own === 'function' ? own(row) : own);
  const renderCell = (column: Column<Row>, content: ReactNode, row?: Row) =>
    column.isRowHead ? (
      <th key={column.key} scope="row" className={look(column, row)}>
        {content}
      </th>
    ) : (
      <td key={column.key} className={look(column, row)}>
        {content}
      </td>
    );
  return (
    <table aria-label={label} aria-labelledby={labelledBy} className={`w-full ${className}`}>
      {caption && <caption className="sr-only">{caption}</caption>}
      <thead>
        <tr className={props.headLook}>
          {columns.map((column) => {
            if (column.headCell) return column.headCell;
            if (column.head === undefined) return <td key={column.key} />;
            return (
              <th key={column.key} scope="col" className={look(column)}>
                {column.head}
              </th>
            );
          })}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className={props.rowLook}>
            {columns.map((column) => renderCell(column, column.cell(row), row))}
          </tr>
        ))}
      </tbody>
      {props.footLook !== undefined && (
        <tfoot>
          <tr className={props.footLook}>{columns.map((column) => renderCell(column, column.foot))}</tr>
        </tfoot>
      )}
    </table>
  );
}
