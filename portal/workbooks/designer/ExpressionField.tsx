import { Input, Textarea } from '@mantine/core';
import { lazy, type ReactNode, Suspense, useId, useMemo } from 'react';
import type { DraftFault } from '#portal/workbooks/model/draft-faults.ts';
import { useDesigner } from './designer-context.ts';
import type { FieldEdit } from './use-field-edit.ts';

// The editor is half as large as all else together, and not everybody who designs writes expressions.
const ExpressionEditor = lazy(async () => {
  const { ExpressionEditor: editor } = await import('#portal/workbooks/expressions/ExpressionEditor.tsx');
  return { default: editor };
});

type Props = {
  edit: FieldEdit;
  /** The path of the fault: `relevant`, `default.calculation`. */
  member: string;
  label: string;
  value: string;
  example: string;
  hasSelf?: boolean;
  attributes?: readonly string[];
  onChange: (value: string) => void;
};

const MOST_CHARACTERS = 10_000;

/** An expression with its label, and below it what is wrong with it. */
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
  const found = edit.faultsOf(member);
  const key = JSON.stringify(found);
  const faults = useMemo(() => JSON.parse(key) as DraftFault[], [key]);
  const ownChoices = edit.node.members.choices;
  const scope = useMemo(
    () => ({ fields: namedFields, hasSelf, ownChoices, attributes }),
    [namedFields, hasSelf, ownChoices, attributes],
  );
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      error={faults[0]?.message}
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
          faults={faults}
          onChange={(said) => onChange(said.slice(0, MOST_CHARACTERS))}
          onBlur={edit.pause}
        />
      </Suspense>
    </Input.Wrapper>
  );
};
