import { Badge, Group, List, Stack, Table, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { DefinitionDiff } from '#contract/workbook-diff.ts';
import type memberTexts from '#portal/messages/en/field-members.json';
import classes from './DiffList.module.css';
import { FieldIcon } from './FieldIcon.tsx';
import { formatValue } from './format-value.ts';

type Place = { container: string | null; position: number };
type Changed = DefinitionDiff['changed'][number];
type Row = { what: string; before?: unknown; after?: unknown };

/** Lists the differences between the fields of two definitions. */
export const DiffList = ({ diff }: { diff: DefinitionDiff }) => {
  const { t } = useTranslation('fields');
  const formatPlace = ({ container, position }: Place) =>
    container === null
      ? t('atTop', { position: position + 1 })
      : t('inContainer', { position: position + 1, container });
  const { added, removed, moved, changed } = diff;
  if ([added, removed, moved, changed].every(({ length }) => length === 0))
    return <Text c="dimmed">{t('noDifferences')}</Text>;
  return (
    <Stack gap="md">
      <Part title={t('added')} tone="good" count={added.length}>
        <List spacing={4} listStyleType="none">
          {added.map(({ name, type, ...place }) => (
            <List.Item key={name} icon={<FieldIcon type={type} />}>
              <Text span fw={600}>
                {name}
              </Text>{' '}
              <Text span size="sm" c="dimmed">
                {formatPlace(place)}
              </Text>
            </List.Item>
          ))}
        </List>
      </Part>
      <Part title={t('removed')} tone="bad" count={removed.length}>
        <List spacing={4} listStyleType="none">
          {removed.map(({ name, type }) => (
            <List.Item key={name} icon={<FieldIcon type={type} />}>
              <Text span td="line-through">
                {name}
              </Text>
            </List.Item>
          ))}
        </List>
      </Part>
      <Part title={t('moved')} tone="calm" count={moved.length}>
        <List spacing={4} listStyleType="none">
          {moved.map(({ name, from, to }) => (
            <List.Item key={name}>
              <Text span fw={600}>
                {name}
              </Text>{' '}
              <Text span size="sm" c="dimmed">
                {t('fromTo', { from: formatPlace(from), to: formatPlace(to) })}
              </Text>
            </List.Item>
          ))}
        </List>
      </Part>
      <Part title={t('changed')} tone="warn" count={changed.length}>
        {changed.map((field) => (
          <ChangedField key={field.name} field={field} />
        ))}
      </Part>
    </Stack>
  );
};

const Part = ({
  title,
  tone,
  count,
  children,
}: {
  title: string;
  tone: string;
  count: number;
  children: ReactNode;
}) => {
  const { t } = useTranslation('fields');
  if (count === 0) return null;
  return (
    <section>
      <Group gap="xs" mb={6}>
        <Title order={3} size="h5">
          {title}
        </Title>
        <Badge className={classes.count} data-tone={tone} tt="none">
          {t('fields', { count })}
        </Badge>
      </Group>
      {children}
    </section>
  );
};

const ChangedField = ({ field }: { field: Changed }) => {
  const { t } = useTranslation('fields');
  const rows = useRows()(field);
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
            {rows.map(({ what, before, after }) => (
              <Table.Tr key={what}>
                <Table.Td>{what}</Table.Td>
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

const useRows = () => {
  const { t } = useTranslation('fields');
  const { t: member } = useTranslation('field-members');
  return ({ members, choices }: Changed): Row[] => {
    const nameOfMember = (name: string) => member(name as keyof typeof memberTexts);
    const rows: Row[] = members.map(({ member: name, ...sides }) => ({ what: nameOfMember(name), ...sides }));
    const choiceValue = (choice: unknown) => String((choice as { value?: unknown }).value);
    for (const choice of choices?.added ?? [])
      rows.push({ what: t('choiceAdded', { value: choiceValue(choice) }), after: labelOf(choice) });
    for (const choice of choices?.removed ?? [])
      rows.push({ what: t('choiceRemoved', { value: choiceValue(choice) }), before: labelOf(choice) });
    for (const { value, ...sides } of choices?.relabelled ?? [])
      rows.push({ what: t('choiceLabel', { value }), ...sides });
    for (const { value, members: changed } of choices?.changed ?? [])
      for (const { member: name, ...sides } of changed)
        rows.push({ what: t('choiceMember', { member: nameOfMember(name), value }), ...sides });
    if (choices && choices.reordered.length > 0)
      rows.push({ what: t('choicesReordered'), after: choices.reordered.join(', ') });
    return rows;
  };
};

const labelOf = (choice: unknown): unknown => {
  const { label, value } = choice as { label?: unknown; value?: unknown };
  return label ?? value;
};

const Value = ({ value }: { value: unknown }) => {
  const { t } = useTranslation('fields');
  const lines = formatValue(value, { yes: t('yes'), no: t('no') });
  if (lines.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('none')}
      </Text>
    );
  return lines.map(({ tag, text }) => (
    <div key={tag ?? ''} className={classes.value}>
      {tag !== undefined && (
        <Text span size="xs" c="dimmed" mr={6}>
          {tag}
        </Text>
      )}
      {text}
    </div>
  ));
};
