import {
  Checkbox,
  Group,
  MultiSelect,
  NumberInput,
  Radio,
  Select,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { localText } from '#workbook-engine/local-text.ts';
import { OneUpload, Photos, Place } from './EvidenceInputs.tsx';
import type { FieldInputProps } from './field-input-props.ts';
import { usePreviewWords } from './words.ts';

/** As many choices as are read at a glance; more are searched. */
const MOST_AT_A_GLANCE = 8;
/** How a field is answered, by its type: the one place that says so. */
export const FieldInput = (props: FieldInputProps): ReactNode => {
  const { field, value, shown, frame, onAnswer } = props;
  const { type, maxLength } = field;
  const t = usePreviewWords();
  const text = typeof value === 'string' ? value : '';
  const answerText = (said: string) => onAnswer(said === '' ? null : said);
  const typed = {
    ...frame,
    value: text,
    onChange: (event: { currentTarget: { value: string } }) => answerText(event.currentTarget.value),
  };
  switch (type) {
    case 'text':
    case 'barcode':
      return <TextInput {...typed} maxLength={maxLength ?? 4_000} />;
    case 'longText':
      return <Textarea {...typed} autosize minRows={2} maxRows={8} maxLength={maxLength ?? 32_768} />;
    case 'integer':
    case 'decimal':
      return (
        <NumberInput
          {...frame}
          value={typeof value === 'number' ? value : ''}
          onChange={(said) => onAnswer(typeof said === 'number' ? said : null)}
          allowDecimal={type === 'decimal'}
          hideControls
          inputMode={type === 'decimal' ? 'decimal' : 'numeric'}
        />
      );
    case 'boolean':
      return <YesOrNo {...props} />;
    case 'date':
      return <TextInput {...typed} type="date" />;
    case 'time':
      return <TextInput {...typed} value={text.slice(0, 5)} type="time" />;
    case 'dateTime':
      return (
        <TextInput
          {...frame}
          type="datetime-local"
          value={localMinute(text)}
          onChange={({ currentTarget }) =>
            answerText(currentTarget.value && new Date(currentTarget.value).toISOString())
          }
        />
      );
    case 'singleChoice':
      return <OneChoice {...props} />;
    case 'multiChoice':
      return <SeveralChoices {...props} />;
    case 'photo':
      return <Photos {...props} />;
    case 'signature':
      return <OneUpload {...props} add={t('sign')} added={t('signed')} />;
    case 'file':
      return <OneUpload {...props} add={t('addFile')} added={t('fileAdded')} />;
    case 'location':
      return <Place {...props} />;
    case 'note':
      return (
        <div>
          <Text fw={500}>{frame.label}</Text>
          {frame.description !== undefined && (
            <Text size="sm" c="dimmed">
              {frame.description}
            </Text>
          )}
        </div>
      );
    case 'calculated':
      return (
        <div>
          <Text size="sm" fw={500}>
            {frame.label}
          </Text>
          <Text {...(shown === '' && { c: 'dimmed' })} component="output" display="block">
            {shown === '' ? t('noValue') : shown}
          </Text>
        </div>
      );
    case 'section':
    case 'repeat':
      // What contains fields is laid out around them.
      return null;
  }
};

/** A moment in UTC as the control of the browser writes it, in its own time zone. */
const localMinute = (iso: string): string => {
  const moment = new Date(iso);
  if (iso === '' || Number.isNaN(moment.getTime())) return '';
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

const YesOrNo = ({ value, frame, onAnswer }: FieldInputProps) => {
  const t = usePreviewWords();
  return (
    <Radio.Group
      {...frame}
      value={typeof value === 'boolean' ? String(value) : null}
      onChange={(said) => onAnswer(said === 'true')}
    >
      <Group mt={6} gap="lg">
        <Radio value="true" label={t('yes')} />
        <Radio value="false" label={t('no')} />
      </Group>
    </Radio.Group>
  );
};

const useChoices = ({ field, offered, language }: FieldInputProps) =>
  offered.map((value) => {
    const label = field.choices?.find((choice) => choice.value === value)?.label;
    return { value, label: label === undefined ? value : localText(label, language) };
  });

const OneChoice = (props: FieldInputProps) => {
  const { value, frame, onAnswer } = props;
  const t = usePreviewWords();
  const choices = useChoices(props);
  const chosen = typeof value === 'string' ? value : null;
  if (choices.length > MOST_AT_A_GLANCE)
    return (
      <Select
        {...frame}
        data={choices}
        value={chosen}
        onChange={onAnswer}
        searchable
        clearable
        placeholder={t('choose')}
      />
    );
  return (
    <Radio.Group {...frame} value={chosen} onChange={onAnswer}>
      <Stack mt={6} gap={8}>
        {choices.map((choice) => (
          <Radio key={choice.value} {...choice} />
        ))}
      </Stack>
    </Radio.Group>
  );
};

const SeveralChoices = (props: FieldInputProps) => {
  const { value, frame, onAnswer } = props;
  const t = usePreviewWords();
  const choices = useChoices(props);
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  const answer = (said: string[]) => onAnswer(said.length === 0 ? null : said);
  if (choices.length > MOST_AT_A_GLANCE)
    return (
      <MultiSelect
        {...frame}
        data={choices}
        value={chosen}
        onChange={answer}
        searchable
        placeholder={t('choose')}
      />
    );
  return (
    <Checkbox.Group {...frame} value={chosen} onChange={answer}>
      <Stack mt={6} gap={8}>
        {choices.map((choice) => (
          <Checkbox key={choice.value} {...choice} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
};
