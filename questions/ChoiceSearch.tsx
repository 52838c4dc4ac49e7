import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconChevronRight } from '#kit/icons/icons.ts';
import type { AnswerInputProps } from './answer-input.ts';
import { type ChoiceOption, ChoiceRow } from './ChoiceAnswers.tsx';
import classes from './inputs.module.css';

/** A phone shows about twelve rows at a time. */
const MAX_ROWS = 60;

export const ChoiceSearch = (
  props: AnswerInputProps & { choices: readonly ChoiceOption[]; isMultiple: boolean },
) => {
  const { choices, isMultiple, data, id, describedBy, isReadOnly } = props;
  const { t } = useTranslation('questions');
  // Measures the window because the workbook preview is a narrow pane in a wide window.
  const isNarrow = useMediaQuery('(max-width: 48em)');
  const [isOpen, setOpen] = useState(false);
  const selected = [data.answer].flat().filter((value) => value !== null) as string[];
  const selectedLabels = choices.filter(({ value }) => selected.includes(value)).map(({ label }) => label);
  return (
    <>
      <button
        type="button"
        id={id}
        className={classes.select}
        aria-describedby={describedBy}
        aria-haspopup="dialog"
        disabled={isReadOnly}
        onClick={() => setOpen(true)}
      >
        <span>{selectedLabels.length === 0 ? t('select') : selectedLabels.join(', ')}</span>
        <IconChevronRight aria-hidden />
      </button>
      <Modal
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={data.label}
        fullScreen={isNarrow}
        closeButtonProps={{ 'aria-label': t('close'), size: 44 }}
      >
        <SearchableList {...props} selected={selected} onClose={() => setOpen(false)} />
        {isMultiple && (
          <button type="button" className={classes.add} onClick={() => setOpen(false)}>
            {t('done')}
          </button>
        )}
      </Modal>
    </>
  );
};

const SearchableList = ({
  choices,
  isMultiple,
  selected,
  onClose,
  ...props
}: Parameters<typeof ChoiceSearch>[0] & { selected: readonly string[]; onClose: () => void }) => {
  const { t } = useTranslation('questions');
  const [text, setText] = useState('');
  const query = normalizeText(useDeferredValue(text));
  const matchingChoices = choices.filter(({ label }) => normalizeText(label).includes(query));
  const hiddenCount = matchingChoices.length - MAX_ROWS;
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
        {matchingChoices.length === 0
          ? t('noChoice', { text })
          : hiddenCount > 0 && t('moreChoices', { count: hiddenCount })}
      </p>
      <fieldset className={classes.plain} aria-label={props.data.label}>
        <div className={classes.rows}>
          {matchingChoices.slice(0, MAX_ROWS).map((choice) => (
            <ChoiceRow
              key={choice.value}
              {...props}
              id={`${props.id}-searched`}
              choice={choice}
              isMultiple={isMultiple}
              isSelected={selected.includes(choice.value)}
              onSelect={() => {
                if (isMultiple) return props.toggle(choice.value);
                void props.save(choice.value);
                onClose();
              }}
            />
          ))}
        </div>
      </fieldset>
    </>
  );
};

const normalizeText = (text: string) =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();
