import { type DragEvent, type KeyboardEvent, memo, useEffect, useMemo, useRef, useState } from 'react';
import { EmptyState } from '#portal/frame/EmptyState.tsx';
import { useTypeWords } from '#portal/workbooks/fields/field-words.ts';
import {
  type FieldNode,
  findNode,
  isContainer,
  mayStandAt,
  type Place,
} from '#portal/workbooks/model/draft-tree.ts';
import type { Step } from '#portal/workbooks/model/edit-tree.ts';
import { isFieldType, newField } from '#portal/workbooks/model/field-types.ts';
import { useDesigner } from './designer-context.ts';
import classes from './FieldTree.module.css';
import { type RowActs, TreeRow } from './TreeRow.tsx';
import { placeOfDrop, rowsOf, type TreeRowData } from './tree-rows.ts';
import { useLatest } from './use-latest.ts';
import { useDesignerWords } from './words.ts';

/** What is dragged: a field that is there, or a new one from the palette. */
export const DRAGGED_TYPE = 'application/x-ronda-field-type';
const DRAGGED_KEY = 'application/x-ronda-field';

const STEPS: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

type Props = {
  chosen: number | null;
  faulty: ReadonlySet<number>;
  onOpen: () => void;
  onRemove: (key: number) => void;
};

/** The fields as a tree, which is walked, moved and emptied by mouse and by keys. */
export const FieldTree = memo(({ chosen, faulty, onOpen, onRemove }: Props) => {
  const t = useDesignerWords();
  const typeName = useTypeWords();
  const { tree, act } = useDesigner();
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const [drop, setDrop] = useState<{ key: number; edge: 'before' | 'after' | 'inside' } | null>(null);
  const dragged = useRef<number | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const hasFocus = useRef(false);
  const rows = useMemo(() => rowsOf(tree.nodes, closed), [tree.nodes, closed]);
  const place = rows.findIndex(({ node }) => node.key === chosen);
  // One row is reached by Tab, the others by arrows.
  const stop = place === -1 ? 0 : place;

  // biome-ignore lint/correctness/useExhaustiveDependencies: a field that is moved is followed as well
  useEffect(() => {
    const row = list.current?.querySelector<HTMLElement>(`[data-key="${chosen}"]`);
    row?.scrollIntoView({ block: 'nearest' });
    if (hasFocus.current) row?.focus({ preventScroll: true });
  }, [chosen, place]);

  const toggle = useLatest((key: number, isOpen: boolean) =>
    setClosed((before) => {
      const after = new Set(before);
      if (isOpen) after.delete(key);
      else after.add(key);
      return after;
    }),
  );
  const choose = (row: TreeRowData | undefined) => row && act({ kind: 'choose', key: row.node.key });

  const press = (event: KeyboardEvent) => {
    const row = rows[stop];
    if (!row) return;
    const { node, parent } = row;
    const done = () => event.preventDefault();
    const step = STEPS[event.key];
    if (event.altKey && step) {
      done();
      act({ kind: 'step', key: node.key, step });
      return;
    }
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'd') {
      done();
      act({ kind: 'duplicate', key: node.key });
      return;
    }
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const isOpen = isContainer(node) && !closed.has(node.key);
    switch (event.key) {
      case 'ArrowDown':
        choose(rows[place === -1 ? 0 : place + 1]);
        return done();
      case 'ArrowUp':
        choose(rows[Math.max(0, place - 1)]);
        return done();
      case 'Home':
        choose(rows[0]);
        return done();
      case 'End':
        choose(rows.at(-1));
        return done();
      case 'ArrowRight':
        if (isContainer(node) && !isOpen) toggle(node.key, true);
        else if (isOpen && node.children[0]) act({ kind: 'choose', key: node.children[0].key });
        return done();
      case 'ArrowLeft':
        if (isOpen && node.children.length > 0) toggle(node.key, false);
        else if (parent !== null) act({ kind: 'choose', key: parent });
        return done();
      case 'Delete':
      case 'Backspace':
        onRemove(node.key);
        return done();
      case 'Enter':
      case ' ':
        act({ kind: 'choose', key: node.key });
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
    const isNew = event.dataTransfer.types.includes(DRAGGED_TYPE);
    if (!row || (!isNew && dragged.current === null)) return;
    const { edge, to } = targetOf(event, row);
    const moving = isNew ? NEW_NODE : findNode(tree.nodes, dragged.current!)?.node;
    const may = moving !== undefined && mayStandAt(tree, moving, to);
    if (may) event.preventDefault();
    setDrop((before) => {
      if (!may) return null;
      return before?.key === key && before.edge === edge ? before : { key, edge };
    });
  };
  const insert = (type: string, to: Place) => {
    if (isFieldType(type)) act({ kind: 'insert', place: to, fields: [newField(type, typeName(type))] });
  };
  const finish = (event: DragEvent, key: number) => {
    event.preventDefault();
    const row = rowOf(key);
    if (!row) return;
    const { to } = targetOf(event, row);
    const type = event.dataTransfer.getData(DRAGGED_TYPE);
    if (type !== '') insert(type, to);
    else if (dragged.current !== null) act({ kind: 'move', key: dragged.current, to });
    setDrop(null);
    dragged.current = null;
  };

  const chooseRow = useLatest((key: number) => act({ kind: 'choose', key }));
  const drag = useLatest((event: DragEvent, key: number) => {
    dragged.current = key;
    event.dataTransfer.setData(DRAGGED_KEY, String(key));
    event.dataTransfer.effectAllowed = 'move';
  });
  const dragEnd = useLatest(() => {
    dragged.current = null;
    setDrop(null);
  });
  const dragOver = useLatest(over);
  const dropOn = useLatest(finish);
  const acts = useMemo(
    (): RowActs => ({ choose: chooseRow, open: onOpen, toggle, drag, dragEnd, dragOver, drop: dropOn }),
    [chooseRow, onOpen, toggle, drag, dragEnd, dragOver, dropOn],
  );

  if (rows.length === 0)
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: the palette does the same by keys
      <div
        className={classes.empty}
        onDragOver={(event) => event.dataTransfer.types.includes(DRAGGED_TYPE) && event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          insert(event.dataTransfer.getData(DRAGGED_TYPE), { container: null, position: 0 });
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
          isChosen={row.node.key === chosen}
          isStop={number === stop}
          isFaulty={faulty.has(row.node.key)}
          drop={drop?.key === row.node.key ? drop.edge : undefined}
          acts={acts}
        />
      ))}
    </div>
  );
});
FieldTree.displayName = 'FieldTree';

/** Stands for one that is not there yet; sections go no deeper than others then. */
const NEW_NODE: FieldNode = { key: 0, members: { type: 'text' }, children: [] };
