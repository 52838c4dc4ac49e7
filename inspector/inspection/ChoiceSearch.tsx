import { Modal } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import { useDeferredValue, useState } from 'react';
import type { AnswerInputProps } from './answer-input.ts';
import { ChoiceRow, type ShownChoice } from './ChoiceAnswers.tsx';
import classes from './inputs.module.css';
import { useInspectionWords } from './words.ts';

/** Rows that are drawn at once; a phone shows twelve. */
const MOST_SHOWN = 60;

/** Many choices: a list on the whole screen, and a search above it. */
export const ChoiceSearch = (
  props: AnswerInputProps & { choices: readonly ShownChoice[]; isMany: boolean },
) => {
  const { choices, isMany, facts, id, describedBy, isReadOnly } = props;
  const t = useInspectionWords();
  const [isOpen, setOpen] = useState(false);
  const chosen = [facts.answer].flat().filter((value) => value !== null) as string[];
  const labels = choices.filter(({ value }) => chosen.includes(value)).map(({ label }) => label);
  return (
    <>
      <button
        type="button"
        id={id}
        className={classes.choose}
        aria-describedby={describedBy}
        aria-haspopup="dialog"
        disabled={isReadOnly}
        onClick={() => setOpen(true)}
      >
        <span>{labels.length === 0 ? t('choose') : labels.join(', ')}</span>
        <IconChevronRight aria-hidden />
      </button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={facts.label}
        fullScreen
        closeButtonProps={{ 'aria-label': t('close'), size: 44 }}
      >
        <SearchedList {...props} chosen={chosen} onDone={() => setOpen(false)} />
        {isMany && (
          <button type="button" className={classes.add} onClick={() => setOpen(false)}>
            {t('done')}
          </button>
        )}
      </Modal>
    </>
  );
};

const SearchedList = ({
  choices,
  isMany,
  chosen,
  onDone,
  ...props
}: Parameters<typeof ChoiceSearch>[0] & { chosen: readonly string[]; onDone: () => void }) => {
  const t = useInspectionWords();
  const [text, setText] = useState('');
  const sought = fold(useDeferredValue(text));
  const found = choices.filter(({ label }) => fold(label).includes(sought));
  const rest = found.length - MOST_SHOWN;
  return (
    <>
      <input
        className={classes.text}
        type="search"
        data-autofocus
        aria-label={t('search')}
        placeholder={t('search')}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      <p role="status" className={classes.value} data-empty="true">
        {found.length === 0 ? t('noChoice', { text }) : rest > 0 && t('moreChoices', { count: rest })}
      </p>
      <fieldset className={classes.plain} aria-label={props.facts.label}>
        <div className={classes.rows}>
          {found.slice(0, MOST_SHOWN).map((choice) => (
            <ChoiceRow
              key={choice.value}
              {...props}
              id={`${props.id}-searched`}
              choice={choice}
              isMany={isMany}
              isChosen={chosen.includes(choice.value)}
              onChoose={() => {
                if (isMany) return void props.acts.toggle(props.facts.path, choice.value);
                void props.take(choice.value);
                onDone();
              }}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
};

/** As people search: without case and accents. */
const fold = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();
