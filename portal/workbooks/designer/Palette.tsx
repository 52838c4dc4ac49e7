import { Button, Popover, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldType } from '#contract/workbook-definition.ts';
import { IconPlus } from '#kit/icons/icons.ts';
import { useShortcut } from '#portal/keyboard/shortcuts.tsx';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { FieldIcon } from '#portal/workbooks/fields/FieldIcon.tsx';
import {
  buildTree,
  canPlaceAt,
  type DraftTree,
  findNode,
  isContainer,
  type Place,
} from '#portal/workbooks/model/draft-tree.ts';
import { createField, PALETTE_GROUPS } from '#portal/workbooks/model/field-types.ts';
import { useDesigner } from './designer-context.ts';
import { NEW_FIELD_DRAG_TYPE } from './FieldTree.tsx';
import classes from './Palette.module.css';

type Props = { selectedKey: number | null; onAdd: () => void };

export const Palette = ({ selectedKey, onAdd }: Props) => {
  const { t } = useTranslation('designer');
  const { t: tFieldTypes } = useTranslation('field-types');
  const { tree, dispatch } = useDesigner();
  const [isOpen, setOpen] = useState(false);
  const [isDragging, setDragging] = useState(false);
  useShortcut({ keys: 'a', label: t('shortcutAdd'), run: () => setOpen(true) });

  const addField = (type: FieldType) => {
    const field = createField(type, tFieldTypes(type));
    const [node] = buildTree([field]).nodes;
    const place = listPlaces(tree, selectedKey).find((candidate) => canPlaceAt(tree, node!, candidate));
    if (place) dispatch({ kind: 'insert', place, fields: [field] });
    setOpen(false);
    onAdd();
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={340}
      position="bottom-start"
      trapFocus
      returnFocus
      shadow="md"
    >
      <Popover.Target>
        <Button
          size="xs"
          px={8}
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
          aria-label={t('add')}
        >
          {t('addShort')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={t('add')} className={classes.palette!} data-dragging={isDragging}>
        <div className={classes.paletteGroups}>
          {PALETTE_GROUPS.map(([group, types]) => (
            <section key={group} aria-label={t(`group_${group}`)}>
              <DimmedText size="xs" px={6} mb={2}>
                {t(`group_${group}`)}
              </DimmedText>
              {types.map((type) => (
                <UnstyledButton
                  key={type}
                  className={classes.type}
                  onClick={() => addField(type)}
                  draggable
                  onDragStart={(event) => {
                    event.dataTransfer.setData(NEW_FIELD_DRAG_TYPE, type);
                    event.dataTransfer.effectAllowed = 'copy';
                    // Hides the palette only after the browser has captured the drag image.
                    setTimeout(() => setDragging(true));
                  }}
                  onDragEnd={() => {
                    setDragging(false);
                    setOpen(false);
                  }}
                >
                  <FieldIcon type={type} />
                  {tFieldTypes(type)}
                </UnstyledButton>
              ))}
            </section>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
};

/** Lists the places for a new field in order of preference. The first ones may be nested too deep. */
const listPlaces = (tree: DraftTree, selectedKey: number | null): Place[] => {
  const match = selectedKey === null ? undefined : findNode(tree.nodes, selectedKey);
  const end: Place = { container: null, position: tree.nodes.length };
  if (!match) return [end];
  const { node, position, ancestors } = match;
  return [
    ...(isContainer(node) ? [{ container: node.key, position: node.children.length }] : []),
    { container: ancestors.at(-1)?.key ?? null, position: position + 1 },
    end,
  ];
};
