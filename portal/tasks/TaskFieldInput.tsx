import { NumberInput, Select, Textarea } from '@mantine/core';
import { minutesRange } from '#contract/minutes.ts';
import { getTaskField, type TaskFieldName, type TaskFieldValues } from '#contract/task-fields.ts';
import { DateTimeInput } from '#portal/ui/DateInput.tsx';
import { useTaskFieldLabels } from '#task-fields/task-field-labels.ts';

type Value = TaskFieldValues[TaskFieldName];

type Props = {
  name: TaskFieldName;
  value: Value;
  onChange: (value: Value) => void;
  error: string | undefined;
  description: string | undefined;
};

export const TaskFieldInput = ({ name, value, onChange, ...messageProps }: Props) => {
  const fieldLabels = useTaskFieldLabels();
  const label = fieldLabels.getLabel(name);
  const field = getTaskField(name);
  switch (field.kind) {
    case 'text':
      return (
        <Textarea
          autosize
          minRows={3}
          maxRows={12}
          label={label}
          value={value ?? ''}
          {...messageProps}
          onChange={(event) => onChange(event.currentTarget.value || null)}
        />
      );
    case 'instant':
      return (
        <DateTimeInput label={label} value={value as string | null} {...messageProps} onChange={onChange} />
      );
    case 'minutes':
      return (
        <NumberInput
          label={label}
          min={minutesRange.minimum}
          max={minutesRange.maximum}
          step={15}
          value={value ?? ''}
          {...messageProps}
          onChange={(number) => onChange(typeof number === 'number' ? number : null)}
        />
      );
    case 'choice':
      return (
        <Select
          label={label}
          allowDeselect={false}
          data={field.options.map((option) => ({
            value: option,
            label: fieldLabels.getOptionLabel(name, option),
          }))}
          value={String(value)}
          {...messageProps}
          onChange={(option) => onChange(option as Value)}
        />
      );
  }
};
