import { type DragEvent, type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '#portal/ui/EmptyState.tsx';
import {
  canPlaceAt,
  type FieldNode,
  findNode,
  isContainer,
  type Place,
} from '#portal/workbooks/model/draft-tree.ts';
import type { Step } from '#portal/workbooks/model/edit-tree.ts';
import { createField, isFieldType } from '#portal/workbooks/model/field-types.ts';
import { useDesigner } from './designer-context.ts';
import classes from './FieldTree.module.css';
import { type RowActions, TreeRow } from './TreeRow.tsx';
import { type DropEdge, findDropEdge, listVisibleRows, type TreeRowData } from './tree-rows.ts';
import { useLatest } from './use-latest.ts';

/** The drag data type for a new field from the palette. */
export const DRAG_TYPE = 'application/x-ronda-field-type';
/** The drag data type for an existing field. */
const DRAG_KEY = 'application/x-ronda-field';

const STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'indent',
  ArrowLeft: 'outdent',
};

type Props = {
  selected: number | null;
  invalidKeys: ReadonlySet<number>;
  onOpen: () => void;
  onRemove: (key: number) => void;
};

export const FieldTree = memo(({ selected, invalidKeys, onOpen, onRemove }: Props) => {
  const { t } = useTranslation('designer');
  const { t: typeName } = useTranslation('field-types');
  const { tree, dispatch } = useDesigner();
  const [collapsed, setCollapsed] = useState<ReadonlySet<number>>(new Set());
  const [dropTarget, setDropTarget] = useState<{ key: number; edge: DropEdge } | null>(null);
  const draggedKey = useRef<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  const rows = useMemo(() => listVisibleRows(tree.nodes, collapsed), [tree.nodes, collapsed]);
  const selectedIndex = rows.findIndex(({ node }) => node.key === selected);
  // Roving tabindex: Tab focuses one row, and the arrow keys move between rows.
  const focusableIndex = selectedIndex === -1 ? 0 : selectedIndex;

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls again once the selected field has moved
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>(`[data-key="${selected}"]`);
    row?.scrollIntoView({ block: 'nearest' });
    if (hasFocus.current) row?.focus({ preventScroll: true });
  }, [selected, selectedIndex]);

  const toggle = useLatest((key: number, isOpen: boolean) =>
    setCollapsed((current) => {
      const next = new Set(current);
      if (isOpen) next.delete(key);
      else next.add(key);
      return next;
    }),
  );
  const select = (row: TreeRowData | undefined) => row && dispatch({ kind: 'select', key: row.node.key });

  const handleKey = (event: KeyboardEvent) => {
    const row = rows[focusableIndex];
    if (!row) return;
    const { node, parent } = row;
    const step = STEPS[event.key];
    if (event.altKey && step) {
      event.preventDefault();
      dispatch({ kind: 'step', key: node.key, step });
      return;
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd') {
      event.preventDefault();
      dispatch({ kind: 'duplicate', key: node.key });
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const isOpen = isContainer(node) && !collapsed.has(node.key);
    switch (event.key) {
      case 'ArrowDown':
        select(rows[selectedIndex === -1 ? 0 : selectedIndex + 1]);
        break;
      case 'ArrowUp':
        select(rows[Math.max(0, selectedIndex - 1)]);
        break;
      case 'Home':
        select(rows[0]);
        break;
      case 'End':
        select(rows.at(-1));
        break;
      case 'ArrowRight':
        if (isContainer(node) && !isOpen) toggle(node.key, true);
        else if (isOpen && node.children[0]) dispatch({ kind: 'select', key: node.children[0].key });
        break;
      case 'ArrowLeft':
        if (isOpen && node.children.length > 0) toggle(node.key, false);
        else if (parent !== null) dispatch({ kind: 'select', key: parent });
        break;
      case 'Delete':
      case 'Backspace':
        onRemove(node.key);
        break;
      case 'Enter':
      case ' ':
        dispatch({ kind: 'select', key: node.key });
        if (event.key === 'Enter') onOpen();
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  const findDropTarget = (event: DragEvent, row: TreeRowData) => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const edge = findDropEdge((event.clientY - top) / height, isContainer(row.node));
    const to: Place =
      edge === 'inside'
        ? { container: row.node.key, position: row.node.children.length }
        : { container: row.parent, position: row.position + (edge === 'after' ? 1 : 0) };
    return { edge, to };
  };
  const findRow = (key: number) => rows.find(({ node }) => node.key === key);
  const handleDragOver = (event: DragEvent, key: number) => {
    const row = findRow(key);
    const isNew = event.dataTransfer.types.includes(DRAG_TYPE);
    if (!row || (!isNew && draggedKey.current === null)) return;
    const { edge, to } = findDropTarget(event, row);
    const node = isNew ? NEW_NODE : findNode(tree.nodes, draggedKey.current!)?.node;
    if (!node || !canPlaceAt(tree, node, to)) {
      setDropTarget(null);
      return;
    }
    event.preventDefault();
    setDropTarget((current) => (current?.key === key && current.edge === edge ? current : { key, edge }));
  };
  const insert = (type: string, to: Place) => {
    if (isFieldType(type))
      dispatch({ kind: 'insert', place: to, fields: [createField(type, typeName(type))] });
  };
  const handleDrop = (event: DragEvent, key: number) => {
    event.preventDefault();
    const row = findRow(key);
    if (!row) return;
    const { to } = findDropTarget(event, row);
    const type = event.dataTransfer.getData(DRAG_TYPE);
    if (type !== '') insert(type, to);
    else if (draggedKey.current !== null) dispatch({ kind: 'move', key: draggedKey.current, to });
    setDropTarget(null);
    draggedKey.current = null;
  };

  const selectRow = useLatest((key: number) => dispatch({ kind: 'select', key }));
  const drag = useLatest((event: DragEvent, key: number) => {
    draggedKey.current = key;
    event.dataTransfer.setData(DRAG_KEY, String(key));
    event.dataTransfer.effectAllowed = 'move';
  });
  const dragEnd = useLatest(() => {
    draggedKey.current = null;
    setDropTarget(null);
  });
  const dragOver = useLatest(handleDragOver);
  const handleDropOn = useLatest(handleDrop);
  const actions = useMemo(
    (): RowActions => ({
      select: selectRow,
      open: onOpen,
      toggle,
      drag,
      dragEnd,
      dragOver,
      drop: handleDropOn,
    }),
    [selectRow, onOpen, toggle, drag, dragEnd, dragOver, handleDropOn],
  );

  if (rows.length === 0)
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: the palette offers the same by keyboard
      <div
        className={classes.empty}
        onDragOver={(event) => event.dataTransfer.types.includes(DRAG_TYPE) && event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          insert(event.dataTransfer.getData(DRAG_TYPE), { container: null, position: 0 });
        }}
      >
        <EmptyState title={t('emptyTitle')}>{t('emptyHint')}</EmptyState>
      </div>
    );
  return (
    <div
      ref={list}
      role="tree"
      aria-label={t('tree')}
      className={classes.tree}
      tabIndex={-1}
      onKeyDown={handleKey}
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={() => {
        hasFocus.current = false;
      }}
      onDragLeave={() => setDropTarget(null)}
    >
      {rows.map((row, index) => (
        <TreeRow
          key={row.node.key}
          node={row.node}
          depth={row.depth}
          position={row.position}
          siblings={row.siblings}
          isOpen={isContainer(row.node) ? !collapsed.has(row.node.key) : undefined}
          isSelected={row.node.key === selected}
          isFocusable={index === focusableIndex}
          isInvalid={invalidKeys.has(row.node.key)}
          dropEdge={dropTarget?.key === row.node.key ? dropTarget.edge : undefined}
          actions={actions}
        />
      ))}
    </div>
  );
});

/** Stands in for a new field, to check where it can be dropped. */
const NEW_NODE: FieldNode = { key: 0, properties: { type: 'text' }, children: [] };
