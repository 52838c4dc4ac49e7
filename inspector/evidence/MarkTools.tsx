import { TextInput } from '@mantine/core';
import { type CSSProperties, useState } from 'react';
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
import { MARK_COLORS, type Mark, type MarkColor } from './marks.ts';

export type Tool = 'pen' | 'arrow' | 'text';

const TOOLS = [
  ['pen', IconPencil],
  ['arrow', IconArrowUpRight],
  ['text', IconLetterT],
] as const;
const MAX_TEXT_LENGTH = 120;
const focusOnMount = (input: HTMLInputElement | null) => input?.focus();

export const useMarkHistory = () => {
  const [states, setStates] = useState<readonly (readonly Mark[])[]>([[]]);
  const marks = states.at(-1) ?? [];
  return {
    marks,
    canUndo: states.length > 1,
    add: (mark: Mark) => setStates([...states, [...marks, mark]]),
    clear: () => setStates([...states, []]),
    undo: () => setStates(states.slice(0, -1)),
  };
};

type MarkToolsProps = {
  tool: Tool;
  setTool: (tool: Tool) => void;
  color: MarkColor;
  setColor: (color: MarkColor) => void;
  text: string;
  setText: (text: string) => void;
  markHistory: ReturnType<typeof useMarkHistory>;
  isSaving: boolean;
  onAddTextInMiddle: () => void;
  onSave: () => void;
  onCancel: () => void;
};

export const MarkTools = (props: MarkToolsProps) => {
  const { tool, color, text, setText, markHistory } = props;
  const hasMarks = markHistory.marks.length > 0;
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
            ref={focusOnMount}
            size="lg"
            aria-label={t('textOnPicture')}
            placeholder={t('textOnPicture')}
            description={t('textHint')}
            inputWrapperOrder={['input', 'description']}
            value={text}
            maxLength={MAX_TEXT_LENGTH}
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
            disabled={!markHistory.canUndo}
            onClick={markHistory.undo}
          />
          <IconButton Icon={IconTrash} label={t('clear')} disabled={!hasMarks} onClick={markHistory.clear} />
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
