import { Input, Textarea } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useId, useMemo } from 'react';
import type { DraftError } from '#portal/workbooks/model/draft-errors.ts';
import { useDesigner } from './designer-context.ts';
import type { FieldEdit } from './use-field-edit.ts';

// Loaded on demand: the expression editor is half as large as the rest of the page, and not always needed.
const ExpressionEditor = lazy(async () => {
  const { ExpressionEditor: editor } = await import('#portal/workbooks/expressions/ExpressionEditor.tsx');
  return { default: editor };
});

type Props = {
  edit: FieldEdit;
  /** The path in errors: `relevant`, `default.calculation`. */
  member: string;
  label: string;
  value: string;
  example: string;
  hasSelf?: boolean;
  attributes?: readonly string[];
  onChange: (value: string) => void;
};

const MAX_EXPRESSION_LENGTH = 10_000;

/** An expression input with label and errors. */
export const ExpressionField = ({
  edit,
  member,
  label,
  value,
  example,
  hasSelf = false,
  attributes,
  onChange,
}: Props): ReactNode => {
  const { namedFields } = useDesigner();
  const id = useId();
  const found = edit.issuesOf(member);
  const key = JSON.stringify(found);
  const errors = useMemo(() => JSON.parse(key) as DraftError[], [key]);
  const ownChoices = edit.node.members.choices;
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
          onBlur={edit.pause}
        />
      </Suspense>
    </Input.Wrapper>
  );
};
