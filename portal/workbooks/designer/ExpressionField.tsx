import { Input, Textarea } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useId, useMemo } from 'react';
import type { DraftError } from '#portal/workbooks/model/draft-errors.ts';
import { useDesigner } from './designer-context.ts';
import type { FieldEdit } from './use-field-edit.ts';

// The editor is loaded on demand, because it is half as large as the rest of the page and not always needed.
const ExpressionEditor = lazy(async () => {
  const module = await import('#portal/workbooks/expressions/ExpressionEditor.tsx');
  return { default: module.ExpressionEditor };
});

type Props = {
  edit: FieldEdit;
  /** The property's path in errors, such as `relevant` or `default.calculation`. */
  property: string;
  label: string;
  value: string;
  example: string;
  hasSelf?: boolean;
  attributes?: readonly string[];
  onChange: (value: string) => void;
};

const MAX_EXPRESSION_LENGTH = 10_000;

export const ExpressionField = ({
  edit,
  property,
  label,
  value,
  example,
  hasSelf = false,
  attributes,
  onChange,
}: Props): ReactNode => {
  const { namedFields } = useDesigner();
  const id = useId();
  // The errors are serialised, so that the editor updates its diagnostics only when they have changed.
  const serializedErrors = JSON.stringify(edit.findErrors(property));
  const errors = useMemo(() => JSON.parse(serializedErrors) as DraftError[], [serializedErrors]);
  const ownChoices = edit.node.properties.choices;
  const scope = useMemo(
    () => ({ fields: namedFields, hasSelf, ownChoices, attributes }),
    [namedFields, hasSelf, ownChoices, attributes],
  );
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      error={errors[0]?.message}
      errorProps={{ id: `${id}-error` }}
      id={id}
    >
      <Suspense fallback={<Textarea value={value} readOnly autosize aria-label={label} />}>
        <ExpressionEditor
          label={label}
          describedBy={`${id}-error`}
          value={value}
          example={example}
          scope={scope}
          errors={errors}
          onChange={(text) => onChange(text.slice(0, MAX_EXPRESSION_LENGTH))}
          onBlur={edit.endStep}
        />
      </Suspense>
    </Input.Wrapper>
  );
};
