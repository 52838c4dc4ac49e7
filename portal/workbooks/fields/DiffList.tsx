import { Group, List, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DefinitionDiff } from '#contract/workbook-diff.ts';
import { StatusBadge, type Tone } from '#kit/StatusBadge.tsx';
import type propertyLabels from '#portal/messages/en/property-labels.json';
import { DimmedText } from '#portal/ui/DimmedText.tsx';
import classes from './DiffList.module.css';
import { FieldIcon } from './FieldIcon.tsx';
import { formatValue } from './format-value.ts';

type FieldChange = DefinitionDiff['changed'][number];
type ChangeRow = { property: string; before?: unknown; after?: unknown };

export const DiffList = ({ diff }: { diff: DefinitionDiff }) => {
  const { t } = useTranslation('fields');
  const formatPosition = ({ container, position }: { container: string | null; position: number }) =>
    container === null
      ? t('atTopLevel', { position: position + 1 })
      : t('inContainer', { position: position + 1, container });
  const { added, removed, moved, changed } = diff;
  if ([added, removed, moved, changed].every(({ length }) => length === 0))
    return <Text c="dimmed">{t('noDifferences')}</Text>;
  return (
    <Stack gap="md">
      <Section title={t('added')} tone="good" count={added.length}>
        <List spacing={4} listStyleType="none">
          {added.map(({ name, type, ...fieldPosition }) => (
            <List.Item key={name} icon={<FieldIcon type={type} />}>
              <Text span fw={600}>
                {name}
              </Text>{' '}
              <DimmedText span>{formatPosition(fieldPosition)}</DimmedText>
            </List.Item>
          ))}
        </List>
      </Section>
      <Section title={t('removed')} tone="bad" count={removed.length}>
        <List spacing={4} listStyleType="none">
          {removed.map(({ name, type }) => (
            <List.Item key={name} icon={<FieldIcon type={type} />}>
              <Text span td="line-through">
                {name}
              </Text>
            </List.Item>
          ))}
        </List>
      </Section>
      <Section title={t('moved')} tone="calm" count={moved.length}>
        <List spacing={4} listStyleType="none">
          {moved.map(({ name, from, to }) => (
            <List.Item key={name}>
              <Text span fw={600}>
                {name}
              </Text>{' '}
              <DimmedText span>
                {t('fromTo', { from: formatPosition(from), to: formatPosition(to) })}
              </DimmedText>
            </List.Item>
          ))}
        </List>
      </Section>
      <Section title={t('changed')} tone="warn" count={changed.length}>
        {changed.map((field) => (
          <ChangedField key={field.name} field={field} />
        ))}
      </Section>
    </Stack>
  );
};

type SectionProps = { title: string; tone: Tone; count: number; children: ReactNode };

const Section = ({ title, tone, count, children }: SectionProps) => {
  const { t } = useTranslation('fields');
  if (count === 0) return null;
  return (
    <section>
      <Group gap="xs" mb={6}>
        <Title order={3} size="h5">
          {title}
        </Title>
        <StatusBadge tone={tone}>{t('fields', { count })}</StatusBadge>
      </Group>
      {children}
    </section>
  );
};

const ChangedField = ({ field }: { field: FieldChange }) => {
  const { t } = useTranslation('fields');
  const rows = useChangeRows(field);
  return (
    <div className={classes.field}>
      <Title order={4} size="sm">
        {field.name}
      </Title>
      <Table.ScrollContainer minWidth={360} type="native">
        <Table verticalSpacing={4} aria-label={t('changesOf', { name: field.name })} layout="fixed">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="26%">{t('property')}</Table.Th>
              <Table.Th>{t('before')}</Table.Th>
              <Table.Th>{t('after')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ property, before, after }) => (
              <Table.Tr key={property}>
                <Table.Td>{property}</Table.Td>
                <Table.Td>
                  <Value value={before} />
                </Table.Td>
                <Table.Td>
                  <Value value={after} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </div>
  );
};

const useChangeRows = ({ properties, choices }: FieldChange): ChangeRow[] => {
  const { t } = useTranslation('fields');
  const { t: tPropertyLabels } = useTranslation('property-labels');
  const formatProperty = (name: string) => tPropertyLabels(name as keyof typeof propertyLabels);
  return [
    ...properties.map(({ property, ...values }) => ({ property: formatProperty(property), ...values })),
    ...(choices?.added ?? []).map((choice) => ({
      property: t('choiceAdded', { value: readChoiceValue(choice) }),
      after: readLabel(choice),
    })),
    ...(choices?.removed ?? []).map((choice) => ({
      property: t('choiceRemoved', { value: readChoiceValue(choice) }),
      before: readLabel(choice),
    })),
    ...(choices?.relabelled ?? []).map(({ value, ...labels }) => ({
      property: t('choiceLabel', { value }),
      ...labels,
    })),
    ...(choices?.changed ?? []).flatMap(({ value, properties: changedProperties }) =>
      changedProperties.map(({ property, ...values }) => ({
        property: t('choiceProperty', { name: formatProperty(property), value }),
        ...values,
      })),
    ),
    ...(choices && choices.reordered.length > 0
      ? [{ property: t('choicesReordered'), after: choices.reordered.join(', ') }]
      : []),
  ];
};

const readChoiceValue = (choice: unknown): string => String((choice as { value?: unknown }).value);

const readLabel = (choice: unknown): unknown => {
  const { label, value } = choice as { label?: unknown; value?: unknown };
  return label ?? value;
};

const Value = ({ value }: { value: unknown }) => {
  const { t } = useTranslation('fields');
  const lines = formatValue(value, { yes: t('yes'), no: t('no') });
  if (lines.length === 0) return <DimmedText>{t('none')}</DimmedText>;
  return lines.map(({ tag, text }) => (
    <div key={tag ?? ''} className={classes.value}>
      {tag !== undefined && (
        <DimmedText span size="xs" mr={6}>
          {tag}
        </DimmedText>
      )}
      {text}
    </div>
  ));
};
