import { ActionIcon, TextInput } from '@mantine/core';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import {
  IconArrowBackUp,
  IconArrowUpRight,
  IconCheck,
  IconLetterT,
  IconPencil,
  IconTrash,
} from '#kit/icons/icons.ts';
import { TouchButton } from '#kit/TouchButton.tsx';
import classes from './MarkTools.module.css';
import { MARK_COLORS, type MarkColor } from './marks.ts';

export type Tool = 'pen' | 'arrow' | 'text';

const TOOLS = [
  ['pen', IconPencil],
  ['arrow', IconArrowUpRight],
  ['text', IconLetterT],
] as const;
const MAX_LENGTH = 120;
/** Focuses the text field when it appears. */
const focus = (field: HTMLInputElement | null) => field?.focus();

/** The drawing tools and colors, with buttons to undo, clear, save and cancel. */
export const MarkTools = ({
  tool,
  setTool,
  color,
  setColor,
  text,
  setText,
  hasMarks,
  canUndo,
  undo,
  clear,
  isSaving,
  onWriteInMiddle,
  onSave,
  onCancel,
}: {
  tool: Tool;
  setTool: (tool: Tool) => void;
  color: MarkColor;
  setColor: (color: MarkColor) => void;
  text: string;
  setText: (text: string) => void;
  hasMarks: boolean;
  canUndo: boolean;
  undo: () => void;
  clear: () => void;
  isSaving: boolean;
  onWriteInMiddle: () => void;
  onSave: () => void;
  onCancel: () => void;
}) => {
  const { t } = useTranslation('evidence');
  return (
    <div className={classes.tools}>
      {tool === 'text' && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onWriteInMiddle();
          }}
        >
          <TextInput
            ref={focus}
            size="lg"
            aria-label={t('textOnPicture')}
            placeholder={t('textOnPicture')}
            description={t('textHint')}
            inputWrapperOrder={['input', 'description']}
            value={text}
            maxLength={MAX_LENGTH}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            inputContainer={(input) => (
              <div className={classes.text}>
                {input}
                <ActionIcon
                  type="submit"
                  size={50}
                  variant="default"
                  aria-label={t('placeInMiddle')}
                  disabled={text.trim() === ''}
                >
                  <IconCheck size={24} aria-hidden />
                </ActionIcon>
              </div>
            )}
          />
        </form>
      )}
      <div className={classes.row}>
        <div role="group" aria-label={t('tool')} className={classes.group}>
          {TOOLS.map(([name, Icon]) => (
            <ActionIcon
              key={name}
              size={48}
              variant={tool === name ? 'filled' : 'default'}
              aria-label={t(name)}
              aria-pressed={tool === name}
              onClick={() => setTool(name)}
            >
              <Icon size={24} aria-hidden />
            </ActionIcon>
          ))}
        </div>
        <div className={classes.group}>
          <ActionIcon size={48} variant="default" aria-label={t('undo')} disabled={!canUndo} onClick={undo}>
            <IconArrowBackUp size={24} aria-hidden />
          </ActionIcon>
          <ActionIcon
            size={48}
            variant="default"
            aria-label={t('clear')}
            disabled={!hasMarks}
            onClick={clear}
          >
            <IconTrash size={24} aria-hidden />
          </ActionIcon>
        </div>
      </div>
      <div role="group" aria-label={t('color')} className={classes.colors}>
        {(Object.keys(MARK_COLORS) as MarkColor[]).map((name) => (
          <button
            key={name}
            type="button"
            className={classes.color}
            style={{ '--mark-colour': MARK_COLORS[name] } as CSSProperties}
            aria-label={t(name)}
            aria-pressed={color === name}
            onClick={() => setColor(name)}
          />
        ))}
      </div>
      <div className={classes.ends}>
        <TouchButton variant="default" onClick={onCancel}>
          {t('cancel')}
        </TouchButton>
        <TouchButton disabled={!hasMarks} loading={isSaving} onClick={onSave}>
          {t('save')}
        </TouchButton>
      </div>
    </div>
  );
};
