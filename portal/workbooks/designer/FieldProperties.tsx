import { SegmentedControl, Select, Stack, Text, Title } from '@mantine/core';
import { type Dispatch, memo, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldType } from '#contract/workbook-definition.ts';
import { FieldIcon } from '#portal/workbooks/fields/FieldIcon.tsx';
import type { EditAction } from '#portal/workbooks/model/design.ts';
import { type FieldNode, isContainer, nameOf } from '#portal/workbooks/model/draft-tree.ts';
import { FIELD_TYPES, isFieldType } from '#portal/workbooks/model/field-types.ts';
import { canHaveProperty } from '#workbook-engine/field-issues.ts';
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
  const { t: tDesigner } = useTranslation('designer');
  const { t: tPropertyLabels } = useTranslation('property-labels');
  const edit = useFieldEdit(node);
  const { dispatch } = useDesigner();
  const { properties } = node;
  const type = isFieldType(properties.type) ? properties.type : undefined;
  const canHave = (name: Parameters<typeof canHaveProperty>[1]) =>
    type !== undefined && canHaveProperty(type, name);
  const isQuestion = canHave('required');
  const createExpressionProps = (
    name: 'relevant' | 'constraint' | 'calculation' | 'choiceFilter' | 'failWhen',
  ) => ({
    edit,
    property: name,
    label: tPropertyLabels(name),
    value: String(properties[name] ?? ''),
    example: t(`${name}Example`),
    onChange: (text: string) => edit.set({ [name]: text === '' ? undefined : text }),
  });
  const attributes = properties.choices?.flatMap((choice) => Object.keys(choice?.attributes ?? {})) ?? [];
  const fieldError = edit.findErrorMessage('value');
  const childrenError = edit.findErrorMessage('fields');
  return (
    <Stack gap="lg">
      <Title order={2} size="h4">
        {t('title', { name: nameOf(node) || tDesigner('unnamed') })}
      </Title>
      {fieldError !== undefined && <Text c="var(--ronda-bad)">{fieldError}</Text>}
      <Section title={t(isQuestion ? 'question' : 'label')}>
        <LocalTextInput
          edit={edit}
          property="label"
          label={isQuestion ? tPropertyLabels('label') : t('label')}
          maxLength={1_000}
        />
        <LocalTextInput edit={edit} property="hint" maxLength={4_000} />
        <div className={classes.pair}>
          <NameInput key={node.key} edit={edit} isQuestion={isQuestion} />
          <TypeSelect
            nodeKey={node.key}
            type={type}
            hasChildren={node.children.length > 0 && isContainer(node)}
            error={edit.findErrorMessage('type')}
            dispatch={dispatch}
          />
        </div>
        {childrenError !== undefined && (
          <Text size="sm" c="var(--ronda-bad)">
            {childrenError}
          </Text>
        )}
      </Section>
      {canHave('calculation') && <ExpressionField {...createExpressionProps('calculation')} />}
      {canHave('choices') && (
        <Section title={tPropertyLabels('choices')}>
          <ChoicesEditor edit={edit} />
          <ExpressionField
            {...createExpressionProps('choiceFilter')}
            attributes={['value', ...new Set(attributes)]}
          />
        </Section>
      )}
      {canHave('required') && (
        <Section title={t('answer')}>
          <RequiredInput key={`required ${node.key}`} edit={edit} />
          {canHave('default') && <DefaultInput key={`default ${node.key} ${type}`} edit={edit} />}
          <AnswerProperties edit={edit} />
          {canHave('constraint') && (
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
        <ExpressionField
          {...createExpressionProps('relevant')}
          {...(!isQuestion && { label: t(type === 'calculated' ? 'calculateWhen' : 'showWhen') })}
        />
      </Section>
      {canHave('failWhen') && (
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

type TypeSelectProps = {
  nodeKey: number;
  type: FieldType | undefined;
  hasChildren: boolean;
  error: string | undefined;
  dispatch: Dispatch<EditAction>;
};

const TypeSelect = memo(({ nodeKey, type, hasChildren, error, dispatch }: TypeSelectProps) => {
  const { t: tPropertyLabels } = useTranslation('property-labels');
  const { t: tFieldTypes } = useTranslation('field-types');
  // A field that contains other fields can only become another kind of container.
  const types = FIELD_TYPES.filter((name) => !hasChildren || name === 'section' || name === 'repeat');
  return (
    <Select
      label={tPropertyLabels('type')}
      data={types.map((value) => ({ value, label: tFieldTypes(value) }))}
      value={type ?? null}
      onChange={(newType) =>
        newType && dispatch({ kind: 'changeType', key: nodeKey, type: newType as FieldType })
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
  const { t: tPropertyLabels } = useTranslation('property-labels');
  const id = useId();
  const { required } = edit.node.properties;
  // The condition may be empty while it is being edited.
  const [isConditional, setConditional] = useState(typeof required === 'string');
  const isSometimesRequired = typeof required === 'string' || (isConditional && required === undefined);
  const select = (option: string) => {
    setConditional(option === 'sometimes');
    edit.set({ required: option === 'always' ? true : undefined });
  };
  return (
    <div>
      <Text size="sm" fw={500} id={id} mb={4}>
        {tPropertyLabels('required')}
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
