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
import type { MoveDirection } from '#portal/workbooks/model/edit-tree.ts';
import { createField, isFieldType } from '#portal/workbooks/model/field-types.ts';
import { useDesigner } from './designer-context.ts';
import classes from './FieldTree.module.css';
import { TreeRow } from './TreeRow.tsx';
import { type DropZone, findDropZone, listVisibleRows, type TreeRowData } from './tree-rows.ts';
import { useLatest } from './use-latest.ts';

export const NEW_FIELD_DRAG_TYPE = 'application/x-ronda-field-type';
const FIELD_DRAG_TYPE = 'application/x-ronda-field';

const DIRECTIONS: Readonly<Record<string, MoveDirection>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'indent',
  ArrowLeft: 'outdent',
};

type Props = {
  selectedKey: number | null;
  invalidKeys: ReadonlySet<number>;
  onOpen: () => void;
  onRemove: (key: number) => void;
};

export const FieldTree = memo(({ selectedKey, invalidKeys, onOpen, onRemove }: Props) => {
  const { t } = useTranslation('designer');
  const { t: tFieldTypes } = useTranslation('field-types');
  const { tree, dispatch } = useDesigner();
  const [collapsedKeys, setCollapsedKeys] = useState<ReadonlySet<number>>(new Set());
  const [dropTarget, setDropTarget] = useState<{ key: number; zone: DropZone } | null>(null);
  const draggedKey = useRef<number | null>(null);
  const treeElement = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  const rows = useMemo(() => listVisibleRows(tree.nodes, collapsedKeys), [tree.nodes, collapsedKeys]);
  const selectedIndex = rows.findIndex(({ node }) => node.key === selectedKey);
  const focusableIndex = selectedIndex === -1 ? 0 : selectedIndex;

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls again once the selected field has moved
  useEffect(() => {
    const row = treeElement.current?.querySelector<HTMLElement>(`[data-key="${selectedKey}"]`);
    row?.scrollIntoView({ block: 'nearest' });
    if (hasFocus.current) row?.focus({ preventScroll: true });
  }, [selectedKey, selectedIndex]);

  const toggle = useLatest((key: number, isOpen: boolean) =>
    setCollapsedKeys((currentKeys) => {
      const newKeys = new Set(currentKeys);
      if (isOpen) newKeys.delete(key);
      else newKeys.add(key);
      return newKeys;
    }),
  );
  const select = (row: TreeRowData | undefined) => row && dispatch({ kind: 'select', key: row.node.key });

  const handleKey = (event: KeyboardEvent) => {
    const row = rows[focusableIndex];
    if (!row) return;
    const { node, parentKey } = row;
    const direction = DIRECTIONS[event.key];
    if (event.altKey && direction) {
      event.preventDefault();
      dispatch({ kind: 'moveInDirection', key: node.key, direction });
      return;
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd') {
      event.preventDefault();
      dispatch({ kind: 'duplicate', key: node.key });
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const isOpen = isContainer(node) && !collapsedKeys.has(node.key);
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
        else if (parentKey !== null) dispatch({ kind: 'select', key: parentKey });
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
    const zone = findDropZone((event.clientY - top) / height, isContainer(row.node));
    const to: Place =
      zone === 'inside'
        ? { container: row.node.key, position: row.node.children.length }
        : { container: row.parentKey, position: row.position + (zone === 'after' ? 1 : 0) };
    return { zone, to };
  };
  const findRow = (key: number) => rows.find(({ node }) => node.key === key);
  const dragOver = useLatest((event: DragEvent, key: number) => {
    const row = findRow(key);
    const isNew = event.dataTransfer.types.includes(NEW_FIELD_DRAG_TYPE);
    if (!row || (!isNew && draggedKey.current === null)) return;
    const { zone, to } = findDropTarget(event, row);
    const node = isNew ? PLACEHOLDER_NODE : findNode(tree.nodes, draggedKey.current!)?.node;
    if (!node || !canPlaceAt(tree, node, to)) {
      setDropTarget(null);
      return;
    }
    event.preventDefault();
    setDropTarget((current) => (current?.key === key && current.zone === zone ? current : { key, zone }));
  });
  const insert = (type: string, to: Place) => {
    if (isFieldType(type))
      dispatch({ kind: 'insert', place: to, fields: [createField(type, tFieldTypes(type))] });
  };
  const drop = useLatest((event: DragEvent, key: number) => {
    event.preventDefault();
    const row = findRow(key);
    if (!row) return;
    const { to } = findDropTarget(event, row);
    const type = event.dataTransfer.getData(NEW_FIELD_DRAG_TYPE);
    if (type !== '') insert(type, to);
    else if (draggedKey.current !== null) dispatch({ kind: 'move', key: draggedKey.current, to });
    setDropTarget(null);
    draggedKey.current = null;
  });
  const selectRow = useLatest((key: number) => dispatch({ kind: 'select', key }));
  const startDrag = useLatest((event: DragEvent, key: number) => {
    draggedKey.current = key;
    event.dataTransfer.setData(FIELD_DRAG_TYPE, String(key));
    event.dataTransfer.effectAllowed = 'move';
  });
  const endDrag = useLatest(() => {
    draggedKey.current = null;
    setDropTarget(null);
  });
  // All of these functions are stable.
  const [actions] = useState({ select: selectRow, open: onOpen, toggle, startDrag, endDrag, dragOver, drop });

  if (rows.length === 0)
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: keyboard users can add a field from the palette
      <div
        className={classes.empty}
        onDragOver={(event) => {
          if (event.dataTransfer.types.includes(NEW_FIELD_DRAG_TYPE)) event.preventDefault();
        }}
        onDrop={(event) => {
          event.preventDefault();
          insert(event.dataTransfer.getData(NEW_FIELD_DRAG_TYPE), { container: null, position: 0 });
        }}
      >
        <EmptyState title={t('emptyTitle')}>{t('emptyHint')}</EmptyState>
      </div>
    );
  return (
    <div
      ref={treeElement}
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
          siblingCount={row.siblingCount}
          isOpen={isContainer(row.node) ? !collapsedKeys.has(row.node.key) : undefined}
          isSelected={row.node.key === selectedKey}
          isFocusable={index === focusableIndex}
          isInvalid={invalidKeys.has(row.node.key)}
          dropZone={dropTarget?.key === row.node.key ? dropTarget.zone : undefined}
          actions={actions}
        />
      ))}
    </div>
  );
});

const PLACEHOLDER_NODE: FieldNode = { key: 0, properties: { type: 'text' }, children: [] };
