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
import { isFieldType, newField } from '#portal/workbooks/model/field-types.ts';
import { useDesigner } from './designer-context.ts';
import classes from './FieldTree.module.css';
import { type RowActions, TreeRow } from './TreeRow.tsx';
import { placeOfDrop, rowsOf, type TreeRowData } from './tree-rows.ts';
import { useLatest } from './use-latest.ts';

/** Drag data types: a new field from the palette, or an existing field. */
export const DRAG_TYPE = 'application/x-ronda-field-type';
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

/** The fields as a tree. Supports selecting, moving and deleting by mouse and keyboard. */
export const FieldTree = memo(({ selected, invalidKeys, onOpen, onRemove }: Props) => {
  const { t } = useTranslation('designer');
  const { t: typeName } = useTranslation('field-types');
  const { tree, dispatch } = useDesigner();
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const [drop, setDrop] = useState<{ key: number; edge: 'before' | 'after' | 'inside' } | null>(null);
  const dragged = useRef<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  const rows = useMemo(() => rowsOf(tree.nodes, closed), [tree.nodes, closed]);
  const place = rows.findIndex(({ node }) => node.key === selected);
  // Roving tabindex: Tab reaches one row, the arrow keys reach the others.
  const stop = place === -1 ? 0 : place;

  // biome-ignore lint/correctness/useExhaustiveDependencies: also scrolls to a field that was moved
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>(`[data-key="${selected}"]`);
    row?.scrollIntoView({ block: 'nearest' });
    if (hasFocus.current) row?.focus({ preventScroll: true });
  }, [selected, place]);

  const toggle = useLatest((key: number, isOpen: boolean) =>
    setClosed((before) => {
      const after = new Set(before);
      if (isOpen) after.delete(key);
      else after.add(key);
      return after;
    }),
  );
  const select = (row: TreeRowData | undefined) => row && dispatch({ kind: 'select', key: row.node.key });

  const press = (event: KeyboardEvent) => {
    const row = rows[stop];
    if (!row) return;
    const { node, parent } = row;
    const done = () => event.preventDefault();
    const step = STEPS[event.key];
    if (event.altKey && step) {
      done();
      dispatch({ kind: 'step', key: node.key, step });
      return;
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd') {
      done();
      dispatch({ kind: 'duplicate', key: node.key });
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const isOpen = isContainer(node) && !closed.has(node.key);
    switch (event.key) {
      case 'ArrowDown':
        select(rows[place === -1 ? 0 : place + 1]);
        return done();
      case 'ArrowUp':
        select(rows[Math.max(0, place - 1)]);
        return done();
      case 'Home':
        select(rows[0]);
        return done();
      case 'End':
        select(rows.at(-1));
        return done();
      case 'ArrowRight':
        if (isContainer(node) && !isOpen) toggle(node.key, true);
        else if (isOpen && node.children[0]) dispatch({ kind: 'select', key: node.children[0].key });
        return done();
      case 'ArrowLeft':
        if (isOpen && node.children.length > 0) toggle(node.key, false);
        else if (parent !== null) dispatch({ kind: 'select', key: parent });
        return done();
      case 'Delete':
      case 'Backspace':
        onRemove(node.key);
        return done();
      case 'Enter':
      case ' ':
        dispatch({ kind: 'select', key: node.key });
        if (event.key === 'Enter') onOpen();
        return done();
    }
  };

  const targetOf = (event: DragEvent, row: TreeRowData) => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const edge = placeOfDrop((event.clientY - top) / height, isContainer(row.node));
    const to: Place =
      edge === 'inside'
        ? { container: row.node.key, position: row.node.children.length }
        : { container: row.parent, position: row.position + (edge === 'after' ? 1 : 0) };
    return { edge, to };
  };
  const rowOf = (key: number) => rows.find(({ node }) => node.key === key);
  const over = (event: DragEvent, key: number) => {
    const row = rowOf(key);
    const isNew = event.dataTransfer.types.includes(DRAG_TYPE);
    if (!row || (!isNew && dragged.current === null)) return;
    const { edge, to } = targetOf(event, row);
    const moving = isNew ? NEW_NODE : findNode(tree.nodes, dragged.current!)?.node;
    const may = moving !== undefined && canPlaceAt(tree, moving, to);
    if (may) event.preventDefault();
    setDrop((before) => {
      if (!may) return null;
      return before?.key === key && before.edge === edge ? before : { key, edge };
    });
  };
  const insert = (type: string, to: Place) => {
    if (isFieldType(type)) dispatch({ kind: 'insert', place: to, fields: [newField(type, typeName(type))] });
  };
  const finish = (event: DragEvent, key: number) => {
    event.preventDefault();
    const row = rowOf(key);
    if (!row) return;
    const { to } = targetOf(event, row);
    const type = event.dataTransfer.getData(DRAG_TYPE);
    if (type !== '') insert(type, to);
    else if (dragged.current !== null) dispatch({ kind: 'move', key: dragged.current, to });
    setDrop(null);
    dragged.current = null;
  };

  const selectRow = useLatest((key: number) => dispatch({ kind: 'select', key }));
  const drag = useLatest((event: DragEvent, key: number) => {
    dragged.current = key;
    event.dataTransfer.setData(DRAG_KEY, String(key));
    event.dataTransfer.effectAllowed = 'move';
  });
  const dragEnd = useLatest(() => {
    dragged.current = null;
    setDrop(null);
  });
  const dragOver = useLatest(over);
  const dropOn = useLatest(finish);
  const actions = useMemo(
    (): RowActions => ({ select: selectRow, open: onOpen, toggle, drag, dragEnd, dragOver, drop: dropOn }),
    [selectRow, onOpen, toggle, drag, dragEnd, dragOver, dropOn],
  );

  if (rows.length === 0)
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: the palette does the same by keys
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
      onKeyDown={press}
      onFocus={() => {
        hasFocus.current = true;
      }}
      onBlur={() => {
        hasFocus.current = false;
      }}
      onDragLeave={() => setDrop(null)}
    >
      {rows.map((row, number) => (
        <TreeRow
          key={row.node.key}
          node={row.node}
          depth={row.depth}
          position={row.position}
          siblings={row.siblings}
          isOpen={isContainer(row.node) ? !closed.has(row.node.key) : undefined}
          isSelected={row.node.key === selected}
          isStop={number === stop}
          isInvalid={invalidKeys.has(row.node.key)}
          drop={drop?.key === row.node.key ? drop.edge : undefined}
          actions={actions}
        />
      ))}
    </div>
  );
});
FieldTree.displayName = 'FieldTree';

/** A placeholder for a new field, to check where it can be dropped. */
const NEW_NODE: FieldNode = { key: 0, members: { type: 'text' }, children: [] };
