import { TextInput } from '@mantine/core';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#kit/IconButton.tsx';
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
/** Focuses the text field as soon as it appears. */
const focus = (input: HTMLInputElement | null) => input?.focus();

type MarkToolsProps = {
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
  onAddTextInMiddle: () => void;
  onSave: () => void;
  onCancel: () => void;
};

/** The drawing tools and colors, with buttons for undo, clear, save and cancel. */
export const MarkTools = (props: MarkToolsProps) => {
  const { tool, color, text, setText, hasMarks } = props;
  const { t } = useTranslation('evidence');
  return (
    <div className={classes.tools}>
      {tool === 'text' && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            props.onAddTextInMiddle();
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
                <IconButton
                  type="submit"
                  Icon={IconCheck}
                  label={t('placeInMiddle')}
                  disabled={text.trim() === ''}
                />
              </div>
            )}
          />
        </form>
      )}
      <div className={classes.row}>
        <div role="group" aria-label={t('tool')} className={classes.group}>
          {TOOLS.map(([name, Icon]) => (
            <IconButton
              key={name}
              {...{ Icon }}
              label={t(name)}
              variant={tool === name ? 'filled' : 'default'}
              aria-pressed={tool === name}
              onClick={() => props.setTool(name)}
            />
          ))}
        </div>
        <div className={classes.group}>
          <IconButton
            Icon={IconArrowBackUp}
            label={t('undo')}
            disabled={!props.canUndo}
            onClick={props.undo}
          />
          <IconButton Icon={IconTrash} label={t('clear')} disabled={!hasMarks} onClick={props.clear} />
        </div>
      </div>
      <div role="group" aria-label={t('color')} className={classes.colors}>
        {(Object.keys(MARK_COLORS) as MarkColor[]).map((name) => (
          <button
            key={name}
            type="button"
            className={classes.color}
            style={{ '--mark-color': MARK_COLORS[name] } as CSSProperties}
            aria-label={t(name)}
            aria-pressed={color === name}
            onClick={() => props.setColor(name)}
          />
        ))}
      </div>
      <div className={classes.footer}>
        <TouchButton variant="default" onClick={props.onCancel}>
          {t('cancel')}
        </TouchButton>
        <TouchButton disabled={!hasMarks} loading={props.isSaving} onClick={props.onSave}>
          {t('save')}
        </TouchButton>
      </div>
    </div>
  );
};
