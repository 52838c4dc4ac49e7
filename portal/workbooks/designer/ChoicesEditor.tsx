import { Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choice } from '#contract/workbook-definition.ts';
import { IconArrowDown, IconArrowUp, IconClipboardList, IconPlus, IconTrash } from '#kit/icons/icons.ts';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import { IconButton } from '#portal/ui/IconButton.tsx';
import { withoutUndefined } from '#portal/ui/search-values.ts';
import { formatAttributes, parseAttributes } from '#portal/workbooks/model/choice-attributes.ts';
import { addChoices, parseChoiceLines } from '#portal/workbooks/model/choice-lines.ts';
import { readText, updateText } from '#portal/workbooks/model/local-texts.ts';
import { useDesigner } from './designer-context.ts';
import classes from './Properties.module.css';
import type { FieldEdit } from './use-field-edit.ts';

/** Any further choices can only be pasted. */
const MAX_ROWS = 200;

export const ChoicesEditor = ({ edit }: { edit: FieldEdit }) => {
  const { t } = useTranslation('field-properties');
  const [isPasting, setPasting] = useState(false);
  const { choices: draftChoices } = edit.node.properties;
  const choices = Array.isArray(draftChoices) ? draftChoices : [];
  const hasAttributes = choices.some(({ attributes }) => attributes !== undefined);
  const [areAttributesVisible, setAttributesVisible] = useState(hasAttributes);
  const setChoices = (newChoices: readonly Choice[]) =>
    edit.set({ choices: newChoices.length === 0 ? undefined : [...newChoices] });
  const addNumberedChoice = () => {
    const usedValues = new Set(choices.map(({ value }) => value));
    let number = choices.length + 1;
    while (usedValues.has(String(number))) number++;
    setChoices([...choices, { value: String(number) }]);
  };
  const listError = edit.findErrors('choices').find(({ property }) => property === 'choices');
  return (
    <Stack gap={8}>
      {choices.slice(0, MAX_ROWS).map((choice, index) => (
        <ChoiceRow
          // biome-ignore lint/suspicious/noArrayIndexKey: while a value is being typed, another choice may have the same value
          key={index}
          edit={edit}
          choice={choice}
          index={index}
          isLast={index === choices.length - 1}
          areAttributesVisible={areAttributesVisible || hasAttributes}
          onChange={(changedChoice) => setChoices(choices.with(index, changedChoice))}
          onMove={(to) => setChoices(choices.toSpliced(index, 1).toSpliced(to, 0, choice))}
          onRemove={() => setChoices(choices.toSpliced(index, 1))}
        />
      ))}
      {choices.length > MAX_ROWS && <DimmedText>{`… ${choices.length}`}</DimmedText>}
      {listError && (
        <Text size="sm" c="var(--ronda-bad)">
          {listError.message}
        </Text>
      )}
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={addNumberedChoice}
        >
          {t('addChoice')}
        </Button>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconClipboardList size={14} aria-hidden />}
          onClick={() => setPasting(!isPasting)}
          aria-expanded={isPasting}
        >
          {t('paste')}
        </Button>
        {!hasAttributes && (
          <Button
            size="xs"
            variant="subtle"
            onClick={() => setAttributesVisible(!areAttributesVisible)}
            aria-expanded={areAttributesVisible}
          >
            {t('attributes')}
          </Button>
        )}
      </Group>
      {isPasting && (
        <PasteChoices
          onImport={(pastedChoices, shouldReplace) => {
            setChoices(shouldReplace ? pastedChoices : addChoices(choices, pastedChoices));
            setPasting(false);
          }}
        />
      )}
    </Stack>
  );
};

type RowProps = {
  edit: FieldEdit;
  choice: Choice;
  index: number;
  isLast: boolean;
  areAttributesVisible: boolean;
  onChange: (choice: Choice) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
};

const ChoiceRow = ({
  edit,
  choice,
  index,
  isLast,
  areAttributesVisible,
  onChange,
  onMove,
  onRemove,
}: RowProps) => {
  const { t } = useTranslation('field-properties');
  const { languages } = useDesigner();
  const number = index + 1;
  const { value, label, attributes } = choice;
  const [typedAttributes, setTypedAttributes] = useState<string | null>(null);
  const updateChoice = (changes: { [Key in keyof Choice]?: Choice[Key] | undefined }) =>
    onChange(withoutUndefined({ ...choice, ...changes }) as Choice);
  const applyAttributes = () => {
    if (typedAttributes !== null) updateChoice({ attributes: parseAttributes(typedAttributes) });
    setTypedAttributes(null);
  };
  return (
    <div className={classes.choice}>
      <TextInput
        size="xs"
        aria-label={t('valueOf', { number })}
        placeholder={t('choiceValue')}
        value={value}
        maxLength={256}
        onBlur={edit.endStep}
        onChange={({ currentTarget }) => updateChoice({ value: currentTarget.value })}
        error={edit.findErrorMessage(`choices[${index}].value`)}
      />
      <Stack gap={4}>
        {(languages.length === 0 ? [''] : languages).map((tag) => (
          <TextInput
            key={tag}
            size="xs"
            aria-label={tag === '' ? t('labelOf', { number }) : `${t('labelOf', { number })} (${tag})`}
            placeholder={tag === '' ? t('choiceLabel') : t('choiceLabelIn', { language: tag })}
            lang={tag || undefined}
            value={readText(label, tag, languages)}
            maxLength={1_000}
            onBlur={edit.endStep}
            onChange={({ currentTarget }) =>
              updateChoice({ label: updateText(label, tag, currentTarget.value, languages) })
            }
            error={edit.findErrorMessage(`choices[${index}].label`)}
          />
        ))}
      </Stack>
      <Group gap={0} wrap="nowrap">
        <IconButton
          icon={IconArrowUp}
          iconSize={14}
          label={t('choiceUp', { value })}
          disabled={index === 0}
          onClick={() => onMove(index - 1)}
        />
        <IconButton
          icon={IconArrowDown}
          iconSize={14}
          label={t('choiceDown', { value })}
          disabled={isLast}
          onClick={() => onMove(index + 1)}
        />
        <IconButton icon={IconTrash} iconSize={14} label={t('removeChoice', { value })} onClick={onRemove} />
      </Group>
      {areAttributesVisible && (
        <TextInput
          size="xs"
          className={classes.attributes!}
          aria-label={t('attributesOf', { value })}
          placeholder={t('attributesHint')}
          value={typedAttributes ?? formatAttributes(attributes)}
          onChange={({ currentTarget }) => setTypedAttributes(currentTarget.value)}
          onBlur={applyAttributes}
          error={edit.findErrorMessage(`choices[${index}].attributes`)}
        />
      )}
    </div>
  );
};

const PasteChoices = ({ onImport }: { onImport: (choices: Choice[], shouldReplace: boolean) => void }) => {
  const { t } = useTranslation('field-properties');
  const [text, setText] = useState('');
  const choices = parseChoiceLines(text);
  return (
    <Stack gap="xs">
      <Textarea
        label={t('pasteLines')}
        description={t('pasteHint')}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        autosize
        minRows={4}
        maxRows={12}
        data-autofocus
      />
      <Group gap="xs">
        <Button size="xs" disabled={choices.length === 0} onClick={() => onImport(choices, false)}>
          {t('pasteAdd')}
        </Button>
        <Button
          size="xs"
          variant="default"
          disabled={choices.length === 0}
          onClick={() => onImport(choices, true)}
        >
          {t('pasteReplace')}
        </Button>
      </Group>
    </Stack>
  );
};
