import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconChevronRight } from '#kit/icons/icons.ts';
import type { AnswerInputProps } from './answer-input.ts';
import { ChoiceRow, type ShownChoice } from './ChoiceAnswers.tsx';
import classes from './inputs.module.css';

/** Rows that are rendered; a phone shows twelve. */
const MAX_SHOWN = 60;

/** A list with search, for many choices: on phones it is full-screen. */
export const ChoiceSearch = (
  props: AnswerInputProps & { choices: readonly ShownChoice[]; isMany: boolean },
) => {
  const { choices, isMany, facts, id, describedBy, isReadOnly } = props;
  const { t } = useTranslation('questions');
  // A preview is shown on wide screens, in which it only has one pane.
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const [isOpen, setOpen] = useState(false);
  const selected = [facts.answer].flat().filter((value) => value !== null) as string[];
  const labels = choices.filter(({ value }) => selected.includes(value)).map(({ label }) => label);
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
        <span>{labels.length === 0 ? t('select') : labels.join(', ')}</span>
        <IconChevronRight aria-hidden />
      </button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={facts.label}
        fullScreen={isNarrow}
        closeButtonProps={{ 'aria-label': t('close'), size: 44 }}
      >
        <SearchedList {...props} selected={selected} onDone={() => setOpen(false)} />
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
  selected,
  onDone,
  ...props
}: Parameters<typeof ChoiceSearch>[0] & { selected: readonly string[]; onDone: () => void }) => {
  const { t } = useTranslation('questions');
  const [text, setText] = useState('');
  const query = fold(useDeferredValue(text));
  const found = choices.filter(({ label }) => fold(label).includes(query));
  const rest = found.length - MAX_SHOWN;
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
          {found.slice(0, MAX_SHOWN).map((choice) => (
            <ChoiceRow
              key={choice.value}
              {...props}
              id={`${props.id}-searched`}
              choice={choice}
              isMany={isMany}
              isSelected={selected.includes(choice.value)}
              onSelect={() => {
                if (isMany) return props.toggle(choice.value);
                void props.save(choice.value);
                onDone();
              }}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
};

/** Ignores case and accents in searches. */
const fold = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();
