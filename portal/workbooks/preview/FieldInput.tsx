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
import { useTranslation } from 'react-i18next';
import { localText } from '#workbook-engine/local-text.ts';
import { OneUpload, Photos, Place } from './EvidenceInputs.tsx';
import type { FieldInputProps } from './field-input-props.ts';

/** Up to this many choices are shown as radio buttons or checkboxes; more in a searchable select. */
const MAX_RADIO_CHOICES = 8;
/** The input for a field by its type. */
export const FieldInput = (props: FieldInputProps): ReactNode => {
  const { field, value, shown, frame, onAnswer } = props;
  const { type, maxLength } = field;
  const { t } = useTranslation('preview');
  const text = typeof value === 'string' ? value : '';
  const answerText = (input: string) => onAnswer(input === '' ? null : input);
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
          onChange={(input) => onAnswer(typeof input === 'number' ? input : null)}
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
      // Containers are rendered by QuestionList.
      return null;
  }
};

/** Converts a UTC instant to the format of the browser's input, in its time zone. */
const localMinute = (iso: string): string => {
  const moment = new Date(iso);
  if (iso === '' || Number.isNaN(moment.getTime())) return '';
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
};

const YesOrNo = ({ value, frame, onAnswer }: FieldInputProps) => {
  const { t } = useTranslation('preview');
  return (
    <Radio.Group
      {...frame}
      value={typeof value === 'boolean' ? String(value) : null}
      onChange={(input) => onAnswer(input === 'true')}
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
  const { t } = useTranslation('preview');
  const choices = useChoices(props);
  const selected = typeof value === 'string' ? value : null;
  if (choices.length > MAX_RADIO_CHOICES)
    return (
      <Select
        {...frame}
        data={choices}
        value={selected}
        onChange={onAnswer}
        searchable
        clearable
        placeholder={t('select')}
      />
    );
  return (
    <Radio.Group {...frame} value={selected} onChange={onAnswer}>
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
  const { t } = useTranslation('preview');
  const choices = useChoices(props);
  const selected = Array.isArray(value) ? (value as string[]) : [];
  const answer = (values: string[]) => onAnswer(values.length === 0 ? null : values);
  if (choices.length > MAX_RADIO_CHOICES)
    return (
      <MultiSelect
        {...frame}
        data={choices}
        value={selected}
        onChange={answer}
        searchable
        placeholder={t('select')}
      />
    );
  return (
    <Checkbox.Group {...frame} value={selected} onChange={answer}>
      <Stack mt={6} gap={8}>
        {choices.map((choice) => (
          <Checkbox key={choice.value} {...choice} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
};
