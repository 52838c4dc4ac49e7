import { ActionIcon, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Choice } from '#contract/workbook-definition.ts';
import { IconArrowDown, IconArrowUp, IconClipboardList, IconPlus, IconTrash } from '#kit/icons/icons.ts';
import { formatAttributes, readAttributes } from '#portal/workbooks/model/choice-attributes.ts';
import { addChoices, readChoiceLines } from '#portal/workbooks/model/choice-lines.ts';
import { textIn, withText } from '#portal/workbooks/model/local-texts.ts';
import { useDesigner } from './designer-context.ts';
import classes from './Properties.module.css';
import type { FieldEdit } from './use-field-edit.ts';

/** Choices shown as rows. Longer lists can only be pasted. */
const MAX_ROWS = 200;

/** Edits the choices of a field as rows, or by pasting a list. */
export const ChoicesEditor = ({ edit }: { edit: FieldEdit }) => {
  const { t } = useTranslation('field-properties');
  const [isPasting, setPasting] = useState(false);
  const given = edit.node.members.choices;
  const choices = Array.isArray(given) ? given : [];
  const hasAttributes = choices.some(({ attributes }) => attributes !== undefined);
  const [showsAttributes, setShowsAttributes] = useState(hasAttributes);
  const set = (next: readonly Choice[]) => edit.set({ choices: next.length === 0 ? undefined : [...next] });
  const add = () => {
    const taken = new Set(choices.map(({ value }) => value));
    let number = choices.length + 1;
    while (taken.has(String(number))) number++;
    set([...choices, { value: String(number) }]);
  };
  const move = (from: number, to: number) => {
    const moved = choices[from]!;
    set(choices.toSpliced(from, 1).toSpliced(to, 0, moved));
  };
  const issue = edit.issuesOf('choices').find(({ member }) => member === 'choices');
  return (
    <Stack gap={8}>
      {choices.slice(0, MAX_ROWS).map((choice, place) => (
        <ChoiceRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a value is typed in place and may be another's for a moment
          key={place}
          edit={edit}
          choice={choice}
          place={place}
          isLast={place === choices.length - 1}
          showsAttributes={showsAttributes || hasAttributes}
          onChange={(changed) => set(choices.with(place, changed))}
          onMove={(to) => move(place, to)}
          onRemove={() => set(choices.toSpliced(place, 1))}
        />
      ))}
      {choices.length > MAX_ROWS && (
        <Text size="sm" c="dimmed">
          {`… ${choices.length}`}
        </Text>
      )}
      {issue && (
        <Text size="sm" c="var(--ronda-bad)">
          {issue.message}
        </Text>
      )}
      <Group gap="xs">
        <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
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
            onClick={() => setShowsAttributes(!showsAttributes)}
            aria-expanded={showsAttributes}
          >
            {t('attributes')}
          </Button>
        )}
      </Group>
      {isPasting && (
        <PasteChoices
          onImport={(pasted, isWhole) => {
            set(isWhole ? pasted : addChoices(choices, pasted));
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
  place: number;
  isLast: boolean;
  showsAttributes: boolean;
  onChange: (choice: Choice) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
};

const ChoiceRow = ({
  edit,
  choice,
  place,
  isLast,
  showsAttributes,
  onChange,
  onMove,
  onRemove,
}: RowProps) => {
  const { t } = useTranslation('field-properties');
  const { languages } = useDesigner();
  const number = place + 1;
  const { value, label, attributes, ...others } = choice;
  const [typed, setTyped] = useState<string | null>(null);
  const setLabel = (tag: string, text: string) => {
    const next = withText(label, tag, text, languages);
    onChange({
      ...others,
      value,
      ...(attributes && { attributes }),
      ...(next !== undefined && { label: next }),
    });
  };
  const applyAttributes = () => {
    if (typed !== null) {
      const read = readAttributes(typed);
      onChange({
        ...others,
        value,
        ...(label !== undefined && { label }),
        ...(read && { attributes: read }),
      });
    }
    setTyped(null);
  };
  return (
    <div className={classes.choice}>
      <TextInput
        size="xs"
        aria-label={t('valueOf', { number })}
        placeholder={t('choiceValue')}
        value={value}
        maxLength={256}
        onBlur={edit.pause}
        onChange={({ currentTarget }) => onChange({ ...choice, value: currentTarget.value })}
        error={edit.issueOf(`choices[${place}].value`)}
      />
      <Stack gap={4}>
        {(languages.length === 0 ? [''] : languages).map((tag) => (
          <TextInput
            key={tag}
            size="xs"
            aria-label={tag === '' ? t('labelOf', { number }) : `${t('labelOf', { number })} (${tag})`}
            placeholder={tag === '' ? t('choiceLabel') : t('choiceLabelIn', { language: tag })}
            lang={tag || undefined}
            value={textIn(label, tag, languages)}
            maxLength={1_000}
            onBlur={edit.pause}
            onChange={({ currentTarget }) => setLabel(tag, currentTarget.value)}
            error={edit.issueOf(`choices[${place}].label`)}
          />
        ))}
      </Stack>
      <Group gap={0} wrap="nowrap">
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('choiceUp', { value })}
          disabled={place === 0}
          onClick={() => onMove(place - 1)}
        >
          <IconArrowUp size={14} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('choiceDown', { value })}
          disabled={isLast}
          onClick={() => onMove(place + 1)}
        >
          <IconArrowDown size={14} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('removeChoice', { value })}
          onClick={onRemove}
        >
          <IconTrash size={14} aria-hidden />
        </ActionIcon>
      </Group>
      {showsAttributes && (
        <TextInput
          size="xs"
          className={classes.attributes!}
          aria-label={t('attributesOf', { value })}
          placeholder={t('attributesHint')}
          value={typed ?? formatAttributes(attributes)}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onBlur={applyAttributes}
          error={edit.issueOf(`choices[${place}].attributes`)}
        />
      )}
    </div>
  );
};

const PasteChoices = ({ onImport }: { onImport: (choices: Choice[], isWhole: boolean) => void }) => {
  const { t } = useTranslation('field-properties');
  const [text, setText] = useState('');
  const choices = readChoiceLines(text);
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
