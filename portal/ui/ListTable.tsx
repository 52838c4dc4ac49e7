import { Skeleton, Table, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { memo, type ReactNode, useDeferredValue } from 'react';
import { IconChevronDown, IconChevronUp, IconSelector } from '#kit/icons/icons.ts';
import classes from './ListTable.module.css';

export type Column<Row> = {
  key: string;
  header: ReactNode;
  cell: (row: Row) => ReactNode;
  /** If true, the column's key appears in the URL when the list is sorted. */
  isSortable?: boolean;
  isHiddenOnPhone?: boolean;
  isNumber?: boolean;
  isOneLine?: boolean;
};

/** `sort` is a column key, with a leading - for descending order. */
type Order = { sort: string | undefined; onSort: (sort: string) => void };

/** Renders its rows at low priority to keep the page responsive. */
export const ListTable = <Row,>({
  caption,
  columns,
  rows,
  keyOf,
  order,
}: {
  caption: string;
  columns: readonly Column<Row>[];
  /** Undefined while the rows are loading. */
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string | number;
  order?: Order;
}) => {
  const deferredRows = useDeferredValue(rows);
  return (
    <Table stickyHeader stickyHeaderOffset={52} className={classes.table}>
      <caption className={classes.caption}>
        <VisuallyHidden>{caption}</VisuallyHidden>
      </caption>
      <Table.Thead className={classes.head}>
        <Table.Tr>
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} {...(order && { order })} />
          ))}
        </Table.Tr>
      </Table.Thead>
      {/* Avoids Mantine's rows, which take as long to create as their content. */}
      <tbody aria-busy={deferredRows === undefined} className={classes.body}>
        {deferredRows?.map((row) => (
          <BodyRow key={keyOf(row)} columns={columns} row={row} />
        ))}
        {deferredRows === undefined && <SkeletonRows columns={columns} />}
      </tbody>
    </Table>
  );
};

/** Memoized because a page re-renders each time one of its queries completes. */
const BodyRow = memo(<Row,>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) => (
  <tr>
    {columns.map((column) => (
      <td key={column.key} className={joinClasses(column)}>
        {column.cell(row)}
      </td>
    ))}
  </tr>
)) as <Row>(props: { columns: readonly Column<Row>[]; row: Row }) => ReactNode;

const joinClasses = <Row,>({ isHiddenOnPhone, isNumber, isOneLine }: Column<Row>): string =>
  [isHiddenOnPhone && classes.deskOnly, isNumber && classes.number, isOneLine && classes.oneLine]
    .filter(Boolean)
    .join(' ');

const HeadCell = <Row,>({ column, order }: { column: Column<Row>; order?: Order }) => {
  const { key, header, isSortable } = column;
  if (!isSortable || !order) return <Table.Th className={joinClasses(column)}>{header}</Table.Th>;
  const { sort, onSort } = order;
  const direction = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : undefined;
  const Icon = { ascending: IconChevronUp, descending: IconChevronDown, none: IconSelector }[
    direction ?? 'none'
  ];
  return (
    <Table.Th aria-sort={direction} className={joinClasses(column)}>
      <UnstyledButton
        className={classes.sort}
        onClick={() => onSort(direction === 'ascending' ? `-${key}` : key)}
      >
        {header}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </Table.Th>
  );
};

const SkeletonRows = <Row,>({ columns }: { columns: readonly Column<Row>[] }) =>
  Array.from({ length: 8 }, (_, row) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all identical
    <tr key={row}>
      {columns.map((column) => (
        <td key={column.key} className={joinClasses(column)}>
          <Skeleton height={12} my={4} width="70%" />
        </td>
      ))}
    </tr>
  ));
