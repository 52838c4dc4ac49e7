import { VisuallyHidden } from '@mantine/core';
import { type DragEvent, memo } from 'react';
import { useTranslation } from 'react-i18next';
import { currentLanguage } from '#kit/current-language.ts';
import { IconAlertCircle, IconChevronDown, IconChevronRight } from '#kit/icons/icons.ts';
import { FieldIcon } from '#portal/workbooks/fields/FieldIcon.tsx';
import { type FieldNode, nameOf } from '#portal/workbooks/model/draft-tree.ts';
import { isFieldType } from '#portal/workbooks/model/field-types.ts';
import { localizeText } from '#portal/workbooks/model/local-texts.ts';
import classes from './FieldTree.module.css';
import type { DropZone } from './tree-rows.ts';

/** Must be stable, so that a row re-renders only when its field changes. */
type RowActions = {
  select: (key: number) => void;
  open: () => void;
  toggle: (key: number, isOpen: boolean) => void;
  startDrag: (event: DragEvent, key: number) => void;
  endDrag: () => void;
  dragOver: (event: DragEvent, key: number) => void;
  drop: (event: DragEvent, key: number) => void;
};

type Props = {
  node: FieldNode;
  depth: number;
  position: number;
  siblingCount: number;
  /** Undefined if the field is not a container. */
  isOpen: boolean | undefined;
  isSelected: boolean;
  isFocusable: boolean;
  isInvalid: boolean;
  dropZone: DropZone | undefined;
  actions: RowActions;
};

export const TreeRow = memo((props: Props) => {
  const { node, depth, position, siblingCount, dropZone, actions } = props;
  const { isOpen, isSelected, isFocusable, isInvalid } = props;
  const { t } = useTranslation('designer');
  const { t: tFieldTypes } = useTranslation('field-types');
  const { key, properties } = node;
  const name = nameOf(node) || t('unnamed');
  const label = localizeText(properties.label, currentLanguage());
  const typeLabel = isFieldType(properties.type) ? tFieldTypes(properties.type) : String(properties.type);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keyboard
    <div
      role="treeitem"
      aria-level={depth + 1}
      aria-posinset={position + 1}
      aria-setsize={siblingCount}
      aria-selected={isSelected}
      aria-expanded={isOpen}
      tabIndex={isFocusable ? 0 : -1}
      data-key={key}
      data-drop={dropZone}
      className={classes.row}
      style={{ paddingInlineStart: `${depth * 1.1 + 0.3}rem` }}
      draggable
      onClick={() => actions.select(key)}
      onDoubleClick={actions.open}
      onDragStart={(event) => actions.startDrag(event, key)}
      onDragEnd={actions.endDrag}
      onDragOver={(event) => actions.dragOver(event, key)}
      onDrop={(event) => actions.drop(event, key)}
    >
      {isOpen === undefined ? (
        <span className={classes.chevron} />
      ) : (
        <span
          className={classes.chevron}
          aria-hidden
          onClick={(event) => {
            event.stopPropagation();
            actions.toggle(key, !isOpen);
          }}
        >
          <Chevron size={14} />
        </span>
      )}
      <FieldIcon type={properties.type} />
      <span className={classes.texts}>
        <span className={classes.label}>{label || name}</span>
        {label !== '' && <span className={classes.name}>{name}</span>}
      </span>
      <VisuallyHidden>{isInvalid ? t('typeWithErrors', { kind: typeLabel }) : typeLabel}</VisuallyHidden>
      {properties.required !== undefined && properties.required !== false && (
        <span aria-hidden className={classes.required}>
          *
        </span>
      )}
      {isInvalid && <IconAlertCircle size={16} className={classes.issue} aria-hidden />}
    </div>
  );
});
