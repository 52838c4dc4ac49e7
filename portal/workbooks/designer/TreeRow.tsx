import { VisuallyHidden } from '@mantine/core';
import { IconAlertCircle, IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { type DragEvent, memo } from 'react';
import { currentLanguage } from '#kit/words.ts';
import { FieldIcon } from '#portal/workbooks/fields/FieldIcon.tsx';
import { useTypeWords } from '#portal/workbooks/fields/field-words.ts';
import { type FieldNode, nameOf } from '#portal/workbooks/model/draft-tree.ts';
import { isFieldType } from '#portal/workbooks/model/field-types.ts';
import { textFor } from '#portal/workbooks/model/local-texts.ts';
import classes from './FieldTree.module.css';
import { useDesignerWords } from './words.ts';

/** What a row does; the same for all, so that a row changes only with its field. */
export type RowActs = {
  choose: (key: number) => void;
  open: () => void;
  toggle: (key: number, isOpen: boolean) => void;
  drag: (event: DragEvent, key: number) => void;
  dragEnd: () => void;
  dragOver: (event: DragEvent, key: number) => void;
  drop: (event: DragEvent, key: number) => void;
};

type Props = {
  node: FieldNode;
  depth: number;
  position: number;
  siblings: number;
  /** undefined: nothing is inside. */
  isOpen: boolean | undefined;
  isChosen: boolean;
  isStop: boolean;
  isFaulty: boolean;
  drop: 'before' | 'after' | 'inside' | undefined;
  acts: RowActs;
};

/** A field in the tree: what it is, its name, how its question begins. */
export const TreeRow = memo((props: Props) => {
  const { node, depth, position, siblings, isOpen, isChosen, isStop, isFaulty, drop, acts } = props;
  const t = useDesignerWords();
  const type = useTypeWords();
  const { key, members } = node;
  const name = nameOf(node) || t('unnamed');
  const label = textFor(members.label, currentLanguage());
  const kind = isFieldType(members.type) ? type(members.type) : String(members.type);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it listens to keys
    <div
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={position + 1}
      aria-setsize={siblings}
      aria-selected={isChosen}
      aria-expanded={isOpen}
      tabIndex={isStop ? 0 : -1}
      data-key={key}
      data-drop={drop}
      className={classes.row}
      style={{ paddingInlineStart: `${depth * 1.1 + 0.3}rem` }}
      draggable
      onClick={() => acts.choose(key)}
      onDoubleClick={acts.open}
      onDragStart={(event) => acts.drag(event, key)}
      onDragEnd={acts.dragEnd}
      onDragOver={(event) => acts.dragOver(event, key)}
      onDrop={(event) => acts.drop(event, key)}
    >
      {isOpen === undefined ? (
        <span className={classes.chevron} />
      ) : (
        <span
          className={classes.chevron}
          aria-hidden
          onClick={(event) => {
            event.stopPropagation();
            acts.toggle(key, !isOpen);
          }}
        >
          <Chevron size={14} />
        </span>
      )}
      <FieldIcon type={members.type} />
      <span className={classes.texts}>
        <span className={classes.label}>{label || name}</span>
        {label !== '' && <span className={classes.name}>{name}</span>}
      </span>
      <VisuallyHidden>{isFaulty ? t('faultyKind', { kind }) : kind}</VisuallyHidden>
      {members.required !== undefined && members.required !== false && (
        <span aria-hidden className={classes.required}>
          *
        </span>
      )}
      {isFaulty && <IconAlertCircle size={16} className={classes.fault} aria-hidden />}
    </div>
  );
});
TreeRow.displayName = 'TreeRow';
