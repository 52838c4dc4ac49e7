import { Input, Textarea } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useId, useMemo } from 'react';
import { workbookLimits } from '#contract/workbook-limits.ts';
import type { DraftError } from '#portal/workbooks/model/draft-errors.ts';
import { useDesigner } from './designer-context.ts';
import type { FieldEdit } from './use-field-edit.ts';

// The editor is half the size of the rest of the page, and not always needed.
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
  // Serialising the errors keeps the array's identity, and the editor's diagnostics, until they change.
  const serialisedErrors = JSON.stringify(edit.findErrors(property));
  const errors = useMemo(() => JSON.parse(serialisedErrors) as DraftError[], [serialisedErrors]);
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
          onChange={(text) => onChange(text.slice(0, workbookLimits.expression))}
          onBlur={edit.endStep}
        />
      </Suspense>
    </Input.Wrapper>
  );
};
