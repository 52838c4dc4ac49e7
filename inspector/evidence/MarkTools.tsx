import { ActionIcon, TextInput } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowUpRight,
  IconCheck,
  IconLetterT,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { TouchButton } from '#inspector/frame/TouchButton.tsx';
import classes from './MarkTools.module.css';
import { MARK_COLOURS, type MarkColour } from './marks.ts';
import { useEvidenceWords } from './words.ts';

export type Tool = 'pen' | 'arrow' | 'text';

const TOOLS = [
  ['pen', IconPencil],
  ['arrow', IconArrowUpRight],
  ['text', IconLetterT],
] as const;
const MOST_LETTERS = 120;
/** Once, when it appears: who chose to write is about to. */
const focus = (field: HTMLInputElement | null) => field?.focus();

/** What to draw with, in which colour; and what becomes of it. */
export const MarkTools = ({
  tool,
  setTool,
  colour,
  setColour,
  text,
  setText,
  hasMarks,
  canUndo,
  undo,
  clear,
  isKeeping,
  onWriteInMiddle,
  onKeep,
  onCancel,
}: {
  tool: Tool;
  setTool: (tool: Tool) => void;
  colour: MarkColour;
  setColour: (colour: MarkColour) => void;
  text: string;
  setText: (text: string) => void;
  hasMarks: boolean;
  canUndo: boolean;
  undo: () => void;
  clear: () => void;
  isKeeping: boolean;
  onWriteInMiddle: () => void;
  onKeep: () => void;
  onCancel: () => void;
}) => {
  const t = useEvidenceWords();
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
            aria-label={t('words')}
            placeholder={t('words')}
            description={t('textHint')}
            inputWrapperOrder={['input', 'description']}
            value={text}
            maxLength={MOST_LETTERS}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
            inputContainer={(input) => (
              <div className={classes.text}>
                {input}
                <ActionIcon
                  type="submit"
                  size={50}
                  variant="default"
                  aria-label={t('inMiddle')}
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
      <div role="group" aria-label={t('colour')} className={classes.colours}>
        {(Object.keys(MARK_COLOURS) as MarkColour[]).map((name) => (
          <button
            key={name}
            type="button"
            className={classes.colour}
            style={{ '--mark-colour': MARK_COLOURS[name] } as CSSProperties}
            aria-label={t(name)}
            aria-pressed={colour === name}
            onClick={() => setColour(name)}
          />
        ))}
      </div>
      <div className={classes.ends}>
        <TouchButton variant="default" onClick={onCancel}>
          {t('cancel')}
        </TouchButton>
        <TouchButton disabled={!hasMarks} loading={isKeeping} onClick={onKeep}>
          {t('keep')}
        </TouchButton>
      </div>
    </div>
  );
};
