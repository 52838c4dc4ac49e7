import { Button, Popover, Text, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import type { FieldType } from '#contract/workbook-definition.ts';
import { useShortcut } from '#portal/frame/shortcuts.tsx';
import { FieldIcon } from '#portal/workbooks/fields/FieldIcon.tsx';
import { useTypeWords } from '#portal/workbooks/fields/field-words.ts';
import {
  findNode,
  isContainer,
  mayStandAt,
  type Place,
  plantFields,
} from '#portal/workbooks/model/draft-tree.ts';
import { newField, SHELVES } from '#portal/workbooks/model/field-types.ts';
import { useDesigner } from './designer-context.ts';
import { DRAGGED_TYPE } from './FieldTree.tsx';
import classes from './Palette.module.css';
import { useDesignerWords } from './words.ts';

/** Every type of field, to be added behind the chosen one, into it where it contains others, or dragged to its place. */
export const Palette = ({ chosen, onAdded }: { chosen: number | null; onAdded: () => void }): ReactNode => {
  const t = useDesignerWords();
  const typeName = useTypeWords();
  const { tree, act } = useDesigner();
  const [isOpen, setOpen] = useState(false);
  const [isDragging, setDragging] = useState(false);
  useShortcut({ keys: 'a', label: t('shortcutAdd'), run: () => setOpen(true) });

  const add = (type: FieldType) => {
    const field = newField(type, typeName(type));
    const [node] = plantFields([field]).nodes;
    const place = placesFor(tree, chosen).find((each) => mayStandAt(tree, node!, each));
    if (place) act({ kind: 'insert', place, fields: [field] });
    setOpen(false);
    onAdded();
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
        <div className={classes.shelves}>
          {SHELVES.map(([shelf, types]) => (
            <section key={shelf} aria-label={t(`shelf_${shelf}`)}>
              <Text size="xs" c="dimmed" px={6} mb={2}>
                {t(`shelf_${shelf}`)}
              </Text>
              {types.map((type) => (
                <UnstyledButton
                  key={type}
                  className={classes.type}
                  onClick={() => add(type)}
                  draggable
                  onDragStart={(event) => {
                    event.dataTransfer.setData(DRAGGED_TYPE, type);
                    event.dataTransfer.effectAllowed = 'copy';
                    // The tree lies below the palette. What is dragged must stay, and is pictured first.
                    setTimeout(() => setDragging(true));
                  }}
                  onDragEnd={() => {
                    setDragging(false);
                    setOpen(false);
                  }}
                >
                  <FieldIcon type={type} />
                  {typeName(type)}
                </UnstyledButton>
              ))}
            </section>
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
};

/** Where a new field may come, the best place first: where it would be too deep the next one is taken. */
const placesFor = (tree: Parameters<typeof mayStandAt>[0], chosen: number | null): Place[] => {
  const found = chosen === null ? undefined : findNode(tree.nodes, chosen);
  const end: Place = { container: null, position: tree.nodes.length };
  if (!found) return [end];
  const { node, position, around } = found;
  return [
    ...(isContainer(node) ? [{ container: node.key, position: node.children.length }] : []),
    { container: around.at(-1)?.key ?? null, position: position + 1 },
    end,
  ];
};
