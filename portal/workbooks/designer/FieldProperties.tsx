import { SegmentedControl, Select, Stack, Text, Title } from '@mantine/core';
import { type Dispatch, memo, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldType } from '#contract/workbook-definition.ts';
import { FieldIcon } from '#portal/workbooks/fields/FieldIcon.tsx';
import type { EditAction } from '#portal/workbooks/model/design.ts';
import { type FieldNode, isContainer, nameOf } from '#portal/workbooks/model/draft-tree.ts';
import { FIELD_TYPES, isFieldType } from '#portal/workbooks/model/field-types.ts';
import { allows } from '#workbook-engine/field-issues.ts';
import { AnswerProperties } from './AnswerProperties.tsx';
import { ChoicesEditor } from './ChoicesEditor.tsx';
import { DefaultInput } from './DefaultInput.tsx';
import { useDesigner } from './designer-context.ts';
import { ExpressionField } from './ExpressionField.tsx';
import { FollowUpInput } from './FollowUpInput.tsx';
import { LocalTextInput } from './LocalTextInput.tsx';
import { NameInput } from './NameInput.tsx';
import classes from './Properties.module.css';
import { type FieldEdit, useFieldEdit } from './use-field-edit.ts';

export const FieldProperties = ({ node }: { node: FieldNode }) => {
  const { t } = useTranslation('field-properties');
  const { t: designer } = useTranslation('designer');
  const { t: propertyLabel } = useTranslation('property-labels');
  const edit = useFieldEdit(node);
  const { dispatch } = useDesigner();
  const { properties } = node;
  const type = isFieldType(properties.type) ? properties.type : undefined;
  const supports = (name: Parameters<typeof allows>[1]) => type !== undefined && allows(type, name);
  // Notes, calculations and sections are shown, but are not questions.
  const isAsked = supports('required');
  const shownLabel = t(type === 'calculated' ? 'calculateWhen' : 'showWhen');
  const createExpressionProps = (
    name: 'relevant' | 'constraint' | 'calculation' | 'choiceFilter' | 'failWhen',
  ) => ({
    edit,
    property: name,
    label: propertyLabel(name),
    value: String(properties[name] ?? ''),
    example: t(`${name}Example`),
    onChange: (text: string) => edit.set({ [name]: text === '' ? undefined : text }),
  });
  const attributes = properties.choices?.flatMap((choice) => Object.keys(choice?.attributes ?? {})) ?? [];
  const fieldError = edit.findErrorMessage('value');
  return (
    <Stack gap="lg">
      <Title order={2} size="h4">
        {t('title', { name: nameOf(node) || designer('unnamed') })}
      </Title>
      {fieldError !== undefined && <Text c="var(--ronda-bad)">{fieldError}</Text>}
      <Section title={t(isAsked ? 'question' : 'label')}>
        <LocalTextInput
          edit={edit}
          property="label"
          name={isAsked ? propertyLabel('label') : t('label')}
          maxLength={1_000}
        />
        <LocalTextInput edit={edit} property="hint" maxLength={4_000} />
        <div className={classes.pair}>
          <NameInput key={node.key} edit={edit} isAsked={isAsked} />
          <TypeSelect
            nodeKey={node.key}
            type={type}
            hasChildren={node.children.length > 0 && isContainer(node)}
            error={edit.findErrorMessage('type')}
            dispatch={dispatch}
          />
        </div>
        {edit.findErrorMessage('fields') !== undefined && (
          <Text size="sm" c="var(--ronda-bad)">
            {edit.findErrorMessage('fields')}
          </Text>
        )}
      </Section>
      {supports('calculation') && <ExpressionField {...createExpressionProps('calculation')} />}
      {supports('choices') && (
        <Section title={propertyLabel('choices')}>
          <ChoicesEditor edit={edit} />
          <ExpressionField
            {...createExpressionProps('choiceFilter')}
            attributes={['value', ...new Set(attributes)]}
          />
        </Section>
      )}
      {supports('required') && (
        <Section title={t('answer')}>
          <RequiredInput key={`required ${node.key}`} edit={edit} />
          {supports('default') && <DefaultInput key={`default ${node.key} ${type}`} edit={edit} />}
          <AnswerProperties edit={edit} />
          {supports('constraint') && (
            <>
              <ExpressionField {...createExpressionProps('constraint')} hasSelf />
              {(properties.constraint !== undefined || properties.constraintMessage !== undefined) && (
                <LocalTextInput edit={edit} property="constraintMessage" maxLength={1_000} />
              )}
            </>
          )}
        </Section>
      )}
      <Section title={t('conditions')}>
        <ExpressionField {...createExpressionProps('relevant')} {...(!isAsked && { label: shownLabel })} />
      </Section>
      {supports('failWhen') && (
        <Section title={t('failure')}>
          <ExpressionField {...createExpressionProps('failWhen')} hasSelf />
          {(properties.failWhen !== undefined || properties.followUp !== undefined) && (
            <FollowUpInput edit={edit} />
          )}
        </Section>
      )}
    </Stack>
  );
};

const Section = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <Title order={3} size="sm" id={id} className={classes.title}>
        {title}
      </Title>
      <Stack gap="sm">{children}</Stack>
    </section>
  );
};

type TypeProps = {
  nodeKey: number;
  type: FieldType | undefined;
  hasChildren: boolean;
  error: string | undefined;
  dispatch: Dispatch<EditAction>;
};

const TypeSelect = memo(({ nodeKey, type, hasChildren, error, dispatch }: TypeProps) => {
  const { t: propertyLabel } = useTranslation('property-labels');
  const { t: typeName } = useTranslation('field-types');
  // A field that contains other fields can only become another kind of container.
  const types = FIELD_TYPES.filter((name) => !hasChildren || name === 'section' || name === 'repeat');
  return (
    <Select
      label={propertyLabel('type')}
      data={types.map((value) => ({ value, label: typeName(value) }))}
      value={type ?? null}
      onChange={(selected) =>
        selected && dispatch({ kind: 'changeType', key: nodeKey, type: selected as FieldType })
      }
      allowDeselect={false}
      searchable
      leftSection={<FieldIcon type={type} />}
      error={error}
      classNames={{ root: classes.type! }}
    />
  );
});

const RequiredInput = ({ edit }: { edit: FieldEdit }) => {
  const { t } = useTranslation('field-properties');
  const { t: propertyLabel } = useTranslation('property-labels');
  const id = useId();
  const { required } = edit.node.properties;
  // The condition may be empty while it is being edited.
  const [isConditional, setConditional] = useState(typeof required === 'string');
  const isSometimesRequired = typeof required === 'string' || (isConditional && required === undefined);
  const select = (selected: string) => {
    setConditional(selected === 'sometimes');
    edit.set({ required: selected === 'always' ? true : undefined });
  };
  return (
    <div>
      <Text size="sm" fw={500} id={id} mb={4}>
        {propertyLabel('required')}
      </Text>
      <SegmentedControl
        aria-labelledby={id}
        value={isSometimesRequired ? 'sometimes' : required === true ? 'always' : 'never'}
        onChange={select}
        data={(['never', 'always', 'sometimes'] as const).map((value) => ({ value, label: t(value) }))}
        size="xs"
        mb={6}
      />
      {isSometimesRequired && (
        <ExpressionField
          edit={edit}
          property="required"
          label={t('requiredWhen')}
          value={typeof required === 'string' ? required : ''}
          example={t('requiredExample')}
          onChange={(text) => edit.set({ required: text === '' ? undefined : text })}
        />
      )}
    </div>
  );
};
